package io.racedet.junit.forced;

import io.racedet.junit.forced.Strand.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program whose threads take their steps in one order. The first one acts alone for a
 * while, then others are started or woken. No step has to wait for one that comes later, but for
 * those of a thread that waits on a monitor, which it goes on to when it is notified.
 *
 * @param name the simple name of its class
 * @param text its source
 * @param starts how the threads besides the first one come to act
 * @param steps how many steps all threads take
 * @param holdsAtStart whether the first thread holds a lock when it lets another one act
 */
record ForcedText(String name, String text, List<Start> starts, int steps, boolean holdsAtStart) {
  /** The program of a seed. */
  static ForcedText of(long seed) {
    return new Writer(seed).write();
  }

  /** Whether there are threads from before. */
  boolean hasThreadsFromBefore() {
    return starts.stream().anyMatch(Start::isFromBefore);
  }

  @Override
  public String toString() {
    return text;
  }

  /** Draws a program. */
  private static final class Writer {
    private static final int MAX_OTHERS = 3;
    private static final int MAX_ALONE = 14;
    private static final int MAX_STEPS = 45;
    private static final int MAX_NESTED = 3;

    /** Of how many programs one has threads from before. */
    private static final int FEW = 6;

    private static final List<String> VARIABLES =
        List.of("c0.x", "c0.x", "c0.y", "c1.x", "before.x", "count", "a[0]", "a[1]", "a[2]");

    private static final List<String> HANDLES =
        List.of(
            "X.set(c0, 1);",
            "sink += (int) X.get(c0);",
            "X.setOpaque(c0, 2);",
            "sink += (int) X.getAcquire(c0);",
            "X.setRelease(c0, 3);",
            "X.compareAndSet(c0, 1, 2);",
            "sink += (int) ELEMENT.getAndAdd(a, 1, 1);",
            "FIELD.setInt(c0, 4);",
            "sink += FIELD.getInt(c0);");

    private final Random random;
    private final long seed;
    private final List<Strand> strands = new ArrayList<>();
    private final List<Start> starts = new ArrayList<>();
    private final List<Lock> locks = new ArrayList<>();
    private int step;
    private int values;
    private int permits;
    private int queued;
    private boolean holdsAtStart;
    private boolean isShared;

    Writer(long seed) {
      this.seed = seed;
      random = new Random(seed * 0x9E3779B97F4A7C15L);
      int others = 1 + pick(MAX_OTHERS);
      boolean isFromBefore = pick(FEW) == 0;
      strands.add(new Strand(0));
      for (int i = 1; i <= others; i++) {
        strands.add(new Strand(i));
        starts.add(isFromBefore ? Start.values()[pick(Start.values().length)] : Start.NEW);
      }
      locks.add(Lock.monitor("m0"));
      locks.add(Lock.monitor("m1"));
      locks.add(Lock.lock("l0"));
      locks.add(Lock.lock("rw.writeLock()"));
      locks.add(locks.get(3).shared("rw.readLock()"));
    }

    private int pick(int bound) {
      return random.nextInt(bound);
    }

    private <T> T oneOf(List<T> choices) {
      return choices.get(pick(choices.size()));
    }

    ForcedText write() {
      Strand first = strands.get(0);
      first.become(State.RUNNING);
      for (int i = pick(MAX_ALONE + 1); i > 0; i--) {
        step(first);
      }
      start(first);
      for (int i = pick(MAX_STEPS); i > 0; i--) {
        step(oneOf(running()));
      }
      finish();
      return new ForcedText(name(), source(), List.copyOf(starts), step, holdsAtStart);
    }

    private String name() {
      return "Forced" + Long.toUnsignedString(seed, 36);
    }

    private List<Strand> running() {
      return strands.stream().filter(each -> each.is(State.RUNNING)).toList();
    }

    /* ---- steps ---- */

    private void add(Strand of, String line) {
      of.add("turns.await(" + step++ + "); " + line);
      of.add("turns.next();");
    }

    private void step(Strand of) {
      int kind = pick(22);
      if (kind < 9) {
        access(of);
      } else if (kind < 11) {
        release(of);
      } else if (kind < 14) {
        acquire(of);
      } else if (kind < 16) {
        orders(of);
      } else if (kind == 16 && isShared) {
        start(of);
      } else if (kind == 17) {
        join(of);
      } else if (kind == 18) {
        end(of);
      } else if (kind == 19) {
        await(of);
      } else if (kind == 20) {
        signal(of);
      } else {
        other(of);
      }
    }

    private void access(Strand of) {
      of.add("turns.await(" + step++ + ");");
      for (int i = pick(3); i >= 0; i--) {
        String own = "o" + of.number() + ".x";
        String variable = pick(6) == 0 ? own : oneOf(VARIABLES);
        switch (pick(3)) {
          case 0 -> of.add("sink += " + variable + ";");
          case 1 -> of.add(variable + " = " + values++ + ";");
          default -> of.add(variable + "++;");
        }
      }
      of.add("turns.next();");
    }

    private void orders(Strand of) {
      switch (pick(8)) {
        case 0, 1 -> add(of, "flag = " + values++ + ";");
        case 2, 3 -> add(of, "sink += flag;");
        case 4 -> add(of, "number.incrementAndGet();");
        case 5 -> add(of, "number.set(" + values++ + ");");
        case 6 -> add(of, "sink += number.get();");
        default -> add(of, "Guard.count();");
      }
    }

    private void other(Strand of) {
      switch (pick(14)) {
        case 0 -> {
          permits++;
          add(of, "permits.release();");
        }
        case 1 -> {
          if (permits > 0) {
            permits--;
            add(of, "permits.acquire();");
          }
        }
        case 2, 3 -> {
          queued++;
          add(of, "queue.add(new Cell(" + values++ + "));");
        }
        case 4, 5 -> {
          if (queued > 0) {
            queued--;
            add(of, "sink += queue.remove().x;");
          }
        }
        case 6 -> add(of, "sink += Lazy" + pick(2) + ".value;");
        case 7 -> add(of, "c" + pick(2) + " = new Cell(" + values++ + ");");
        case 8, 9 -> add(of, pick(2) == 0 ? "list.add(1);" : "sink += list.size();");
        case 10 -> add(of, pick(2) == 0 ? "map.put(1, 2);" : "sink += map.size();");
        case 11 -> add(of, "System.arraycopy(a, 0, " + oneOf(List.of("a", "copy")) + ", 1, 2);");
        case 12 -> add(of, pick(2) == 0 ? "sink += a.clone()[0];" : "Arrays.fill(a, 1);");
        default -> add(of, oneOf(HANDLES));
      }
    }

    private void acquire(Strand of) {
      List<Lock> free =
          locks.stream().filter(lock -> lock.isFree() && !of.held().contains(lock)).toList();
      if (of.held().size() < MAX_NESTED && !free.isEmpty()) {
        acquire(of, oneOf(free));
      }
    }

    private void acquire(Strand of, Lock lock) {
      add(of, lock.acquire());
      hold(of, lock);
    }

    private static void hold(Strand of, Lock lock) {
      lock.change(1);
      of.held().push(lock);
    }

    /* Who was notified goes on at once. */
    private void release(Strand of) {
      if (of.held().isEmpty()) {
        return;
      }
      Lock lock = of.held().pop();
      lock.change(-1);
      add(of, lock.release());
      if (lock.isNotified()) {
        Strand woken = lock.waiter();
        lock.setWaiter(null);
        woken.become(State.RUNNING);
        add(woken, "");
        hold(woken, lock);
      }
    }

    /* The next step is by the thread that then gets the monitor, as nobody sees when the wait has
     * begun. */
    private void await(Strand of) {
      Lock lock = of.held().peek();
      List<Strand> others = running().stream().filter(each -> each != of).toList();
      boolean mayWait = lock != null && of.held().size() == 1 && lock.waiter() == null;
      if (!mayWait || lock.monitor().isEmpty()) {
        return;
      }
      if (others.isEmpty() && !isShared) {
        add(of, lock.monitor() + ".wait(1);");
      } else if (!others.isEmpty()) {
        of.add("turns.await(" + step++ + "); turns.next(); " + lock.monitor() + ".wait();");
        of.held().pop();
        lock.change(-1);
        lock.setWaiter(of);
        of.become(State.WAITING);
        acquire(oneOf(others), lock);
      }
    }

    private void signal(Strand of) {
      for (Lock lock : of.held()) {
        if (!lock.monitor().isEmpty()) {
          add(of, lock.monitor() + (pick(2) == 0 ? ".notify();" : ".notifyAll();"));
          if (lock.waiter() != null) {
            lock.setNotified();
          }
          return;
        }
      }
    }

    /* ---- threads ---- */

    private void start(Strand by) {
      List<Strand> others = strands.stream().filter(each -> each.is(State.NEW)).toList();
      if (others.isEmpty()) {
        return;
      }
      holdsAtStart |= !isShared && !by.held().isEmpty();
      isShared = true;
      Strand next = oneOf(others);
      add(by, starts.get(next.number() - 1).of(next.number()));
      next.become(State.RUNNING);
      add(next, "");
    }

    private void join(Strand by) {
      List<Strand> ended = strands.stream().filter(Strand::awaitsJoin).toList();
      if (!ended.isEmpty()) {
        Strand other = oneOf(ended);
        other.join();
        add(by, starts.get(other.number() - 1).joinOf(other.number()));
      }
    }

    /* Not of the last one that could wake those that wait. */
    private void end(Strand of) {
      boolean isLast = running().size() == 1 && strands.stream().anyMatch(Writer::mustGoOn);
      if (of.number() != 0 && !isLast) {
        endNow(of);
      }
    }

    private static boolean mustGoOn(Strand strand) {
      return strand.is(State.WAITING);
    }

    private void endNow(Strand of) {
      while (!of.held().isEmpty()) {
        release(of);
      }
      of.become(State.ENDED);
    }

    /* Wakes all that wait, ends all threads, and lets the first one look at what they did. */
    private void finish() {
      while (strands.stream().anyMatch(Writer::mustGoOn)) {
        Strand waker = running().get(0);
        Lock lock = locks.stream().filter(each -> each.waiter() != null).findFirst().orElseThrow();
        Strand holder =
            running().stream().filter(each -> each.held().contains(lock)).findFirst().orElse(null);
        if (holder == null) {
          acquire(waker, lock);
          holder = waker;
        }
        if (!lock.isNotified()) {
          add(holder, lock.monitor() + ".notify();");
          lock.setNotified();
        }
        while (lock.waiter() != null) {
          release(holder);
        }
      }
      while (strands.stream().anyMatch(each -> each.is(State.NEW))) {
        start(strands.get(0));
      }
      running().forEach(this::endNow);
      strands.get(0).become(State.RUNNING);
      boolean joinsAll = pick(4) != 0;
      for (int i = 1; i < strands.size() && joinsAll; i++) {
        join(strands.get(0));
      }
      for (int i = pick(4); i > 0; i--) {
        access(strands.get(0));
      }
    }

    /* ---- the source ---- */

    private String source() {
      StringBuilder text = new StringBuilder(HEAD.formatted(name()));
      for (Strand strand : strands) {
        text.append("private void t").append(strand.number());
        text.append("(Turns turns, Crew crew) throws Exception {\nint sink = 0;\n");
        text.append(strand.number() == 0 ? "c1 = new Cell(1);\n" : "");
        text.append('o').append(strand.number()).append(" = new Cell(0);\n");
        text.append(strand.text()).append("}\n");
      }
      text.append("public void run(int thread, Turns turns, Crew crew) throws Exception {\n");
      text.append("switch (thread) {\n");
      for (Strand strand : strands) {
        String number = Integer.toString(strand.number());
        text.append("case %1$s -> t%1$s(turns, crew);%n".formatted(number));
      }
      return text.append("default -> throw new IllegalArgumentException();\n}\n}\n}\n").toString();
    }

    private static final String HEAD =
        """
        package generated;
        import io.racedet.junit.forced.*;
        import java.lang.invoke.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.concurrent.locks.*;
        public final class %s implements ForcedProgram {
        static final class Cell {
          int x;
          int y;
          final int fixed;
          Cell(int value) { x = value; fixed = value; }
        }
        static final class Lazy0 { static int value = new Random(1).nextInt(); }
        static final class Lazy1 { static int value = new Random(2).nextInt(); }
        static final class Guard {
          static int calls;
          static synchronized void count() { calls++; }
        }
        static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
        static final VarHandle X;
        static final java.lang.reflect.Field FIELD;
        static {
          try {
            X = MethodHandles.lookup().findVarHandle(Cell.class, "x", int.class);
            FIELD = Cell.class.getDeclaredField("x");
          } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        static int count;
        volatile int flag;
        final Object m0 = new Object();
        final Object m1 = new Object();
        final ReentrantLock l0 = new ReentrantLock();
        final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        final AtomicInteger number = new AtomicInteger();
        final Semaphore permits = new Semaphore(0);
        final Queue<Cell> queue = new ConcurrentLinkedQueue<>();
        final List<Integer> list = new ArrayList<>();
        final Map<Integer, Integer> map = new HashMap<>();
        final int[] a = new int[3];
        final int[] copy = new int[3];
        final Cell before = new Cell(0);
        Cell c0 = new Cell(2);
        Cell c1 = before;
        Cell o0;
        Cell o1;
        Cell o2;
        Cell o3;
        """;
  }
}
