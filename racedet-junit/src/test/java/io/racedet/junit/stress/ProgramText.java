package io.racedet.junit.stress;

import static io.racedet.event.Op.FORK;
import static io.racedet.event.Op.JOIN;
import static io.racedet.event.Op.SEND;
import static io.racedet.event.Op.SYNC_READ;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * A random program: thread 0 starts workers, which repeat their operations a number of times and
 * synchronise from time to time; some of them start a thread of their own.
 *
 * @param name the simple name of its class
 * @param text its source
 * @param steps what the trace must contain for each line, by line number
 * @param threads its number of threads
 * @param parties how many of them use the barrier and the latch
 */
record ProgramText(String name, String text, List<Step> steps, int threads, int parties) {
  /** The package of all programs. */
  static final String PACKAGE = "generated";

  /** The number of classes of each program that are initialised on first use. */
  static final int LAZY_CLASSES = 3;

  private static final String DECLARATIONS =
      """
      Cell n0 = world.get("n0", Cell.class), n1 = world.get("n1", Cell.class);
      boolean[] az = world.get("az", boolean[].class); byte[] ab = world.get("ab", byte[].class);
      char[] ac = world.get("ac", char[].class); short[] as = world.get("as", short[].class);
      int[] ai = world.get("ai", int[].class); long[] al = world.get("al", long[].class);
      float[] af = world.get("af", float[].class); double[] ad = world.get("ad", double[].class);
      Object[] ao = world.get("ao", Object[].class);
      int[] g0 = world.get("g0", int[].class), g1 = world.get("g1", int[].class);
      Object m0 = world.get("m0", Object.class), m1 = world.get("m1", Object.class), mg = g0;
      ReentrantLock l0 = world.get("l0", ReentrantLock.class);
      ReentrantLock l1 = world.get("l1", ReentrantLock.class);
      Condition k0 = world.get("k0", Condition.class), k1 = world.get("k1", Condition.class);
      ReentrantReadWriteLock w0 = world.get("w0", ReentrantReadWriteLock.class);
      ReentrantReadWriteLock w1 = world.get("w1", ReentrantReadWriteLock.class);
      StampedLock p0 = world.get("p0", StampedLock.class), p1 = world.get("p1", StampedLock.class);
      Semaphore s0 = world.get("s0", Semaphore.class), s1 = world.get("s1", Semaphore.class);
      AtomicInteger v0 = world.get("v0", AtomicInteger.class);
      AtomicInteger v1 = world.get("v1", AtomicInteger.class);
      AtomicInteger c0 = world.get("c0", AtomicInteger.class);
      AtomicInteger c1 = world.get("c1", AtomicInteger.class);
      AtomicLong u0 = world.get("u0", AtomicLong.class), u1 = world.get("u1", AtomicLong.class);
      AtomicReference<Token> reference = world.get("reference", AtomicReference.class);
      AtomicIntegerArray array = world.get("array", AtomicIntegerArray.class);
      Queue<Token> linked = world.get("linked", Queue.class);
      Queue<Token> bounded = world.get("bounded", Queue.class);
      Map<Integer, Token> map = world.get("map", Map.class);
      VarHandle ints = world.get("ints", VarHandle.class);
      VarHandle longs = world.get("longs", VarHandle.class);
      VarHandle elements = world.get("elements", VarHandle.class);
      AtomicIntegerFieldUpdater<Cell> updater =
          world.get("updater", AtomicIntegerFieldUpdater.class);
      CyclicBarrier barrier = world.get("barrier", CyclicBarrier.class);
      CountDownLatch latch = world.get("latch", CountDownLatch.class);
      """;

  private static final String CLASSES =
      """
      static final class Box extends Token {
        final int fixed;
        long loose;
        Box(long value) { super(value); fixed = (int) value; loose = value; }
      }
      static final class Guard {
        static int count;
        static synchronized void bump(Journal j, int line) { j.seen(line, count++); }
        static synchronized void fail(Journal j, int line) {
          j.seen(line, count);
          throw new IllegalStateException();
        }
      }
      """;

  /** Generates the program of a seed. */
  static ProgramText of(long seed) {
    return new Writer("Program" + Long.toUnsignedString(seed, 36), new Random(seed)).write();
  }

  /** Saves the source of a program that has failed, and returns its file. */
  Path save() {
    try {
      Path file = Path.of("target", "stress", name + ".java");
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text).toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Generates one program. */
  private static final class Writer {
    private static final int MAX_WORKERS = 8;
    private static final int MAX_NESTED = 3;

    private final String name;
    private final Draft draft;
    private final DataVocabulary data;
    private final SyncVocabulary sync;
    private final AtomicVocabulary atomics;
    private final ChannelVocabulary channels;
    private final int workers;
    private final int rounds;
    private int threads;

    Writer(String name, Random random) {
      this.name = name;
      draft = new Draft(random);
      data = new DataVocabulary(draft);
      sync = new SyncVocabulary(draft);
      atomics = new AtomicVocabulary(draft);
      channels = new ChannelVocabulary(draft);
      workers = 2 + draft.pick(MAX_WORKERS - 1);
      rounds = 1 + draft.pick(40);
      threads = 1 + workers;
    }

    ProgramText write() {
      begin();
      threadZero();
      for (int worker = 1; worker <= workers; worker++) {
        worker(worker);
      }
      for (int child = workers + 1; child < threads; child++) {
        method(child, () -> lines(20));
      }
      dispatch();
      draft.add("}");
      return new ProgramText(name, draft.text(), draft.steps(), threads, workers);
    }

    private void begin() {
      draft.add("package " + PACKAGE + ';');
      for (String imported :
          List.of(
              "io.racedet.junit.stress",
              "java.lang.invoke",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "java.util.concurrent.locks")) {
        draft.add("import " + imported + ".*;");
      }
      draft.add("@SuppressWarnings(\"unchecked\")");
      draft.add("public final class " + name + " implements Program {");
      CLASSES.lines().forEach(draft::add);
      for (int i = 0; i < LAZY_CLASSES; i++) {
        String variable = "Lazy" + i + ".value";
        draft.add("static final class Lazy" + i + " {");
        draft.add(
            "static int value = (int) Journal.current().fresh(#);",
            (value, success, other, events) ->
                events.sets(io.racedet.event.Op.WRITE, variable, value));
        draft.add("}");
      }
    }

    private void dispatch() {
      draft.add("public void run(int thread, World world, Journal j) throws Exception {");
      draft.add("switch (thread) {");
      for (int thread = 0; thread < threads; thread++) {
        draft.add("case " + thread + ": t" + thread + "(world, j); break;");
      }
      draft.add("default: throw new IllegalArgumentException();");
      draft.add("}");
      draft.add("}");
    }

    private void method(int thread, Runnable body) {
      draft.add("static void t" + thread + "(World world, Journal j) throws Exception {");
      DECLARATIONS.lines().forEach(draft::add);
      body.run();
      draft.add("}");
    }

    private void threadZero() {
      method(
          0,
          () -> {
            lines(10);
            for (int worker = 1; worker <= workers; worker++) {
              start(worker);
            }
            lines(10);
            draft.add(
                "latch.await(); j.did(#);",
                (value, success, other, events) -> events.waitsFor("latch", workers));
            for (int worker = 1; worker <= workers; worker++) {
              join(worker);
            }
            lines(30);
          });
    }

    private void worker(int worker) {
      method(
          worker,
          () -> {
            boolean parent = draft.pick(4) == 0;
            int child = parent ? threads++ : 0;
            if (parent) {
              start(child);
            }
            draft.add("for (int round = 0; round < " + rounds + "; round++) {");
            lines(10 + draft.pick(40));
            draft.add("}");
            meet();
            lines(10);
            draft.add(
                "j.did(#); latch.countDown();",
                (value, success, other, events) -> events.gives("latch"));
            if (parent) {
              join(child);
            }
          });
    }

    private void start(int thread) {
      draft.add(
          "j.did(#); world.get(\"thread" + thread + "\", Thread.class).start();",
          (value, success, other, events) ->
              events.add(SEND, "start of thread" + thread).add(FORK, "thread" + thread));
    }

    private void join(int thread) {
      draft.add(
          "world.get(\"thread" + thread + "\", Thread.class).join(); j.did(#);",
          (value, success, other, events) ->
              events
                  .maybe(SYNC_READ, "thread" + thread + Expected.UNKNOWN) // if it is virtual
                  .add(JOIN, "thread" + thread));
    }

    private void meet() {
      draft.add(
          "barrier.await(); j.did(#);",
          (value, success, other, events) -> events.meets("barrier", workers));
    }

    private void lines(int count) {
      for (int i = 0; i < count; i++) {
        int kind = draft.pick(20);
        if (kind < 8) {
          data.line();
        } else if (kind < 12) {
          atomics.line();
        } else if (kind < 14) {
          channels.line();
        } else if (kind < 15) {
          data.ranges();
        } else if (kind < 17) {
          sync.condition();
          sync.line();
        } else if (draft.nesting() < MAX_NESTED) {
          sync.section(() -> lines(1 + draft.pick(4)));
        }
      }
    }
  }
}
