package io.racedet.junit.truth.raw;

import io.racedet.runtime.Waits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What woven code of the JDK calls around each raw synchronisation action. From the first to the
 * second call the thread holds one lock for all, so that the recorded order is the order in which
 * the actions took place.
 */
public final class RawHooks {
  private static final int START = -1;
  private static final int END = -2;
  private static final int MONITOR = -3;
  private static final int INTERRUPT = -4;
  private static final int THREAD = -5;
  private static final int SPINS = 100;
  private static final VarHandle HOLDER;

  private static volatile boolean on;
  private static volatile Thread holder;
  private static RawTable variables = new RawTable();
  private static RawTouch[] touches = new RawTouch[0];
  private static RawVariable current;
  private static Object currentOwner;
  private static long currentOffset;
  private static int threads;
  private static long actions;

  static {
    try {
      HOLDER = MethodHandles.lookup().findStaticVarHandle(RawHooks.class, "holder", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private RawHooks() {}

  /* ---- for the test ---- */

  /** Begins a run with a number of steps. */
  public static void start(long seed, int steps) {
    lock();
    variables = new RawTable();
    touches = new RawTouch[steps];
    threads = 0;
    actions = 0;
    RawPauses.begin(seed);
    on = true;
    unlock();
  }

  /** Ends the run and returns its steps; null for those that were not taken. */
  public static RawTouch[] stop() {
    lock();
    on = false;
    currentOwner = null;
    RawTouch[] taken = touches;
    touches = new RawTouch[0];
    variables = new RawTable();
    unlock();
    return taken;
  }

  /** How many actions the last run had. */
  public static long actions() {
    return actions;
  }

  /* ---- variables ---- */

  /** Before an action on a field or element of an object, by its offset. */
  public static void begin(Object owner, long offset) {
    if (on && owner != null) {
      RawPauses.before(owner, offset);
      lock();
      current = variable(owner, offset);
      currentOwner = owner;
      currentOffset = offset;
    }
  }

  /** Before an action on an element of an array of objects. */
  public static void beginElement(Object array, int index) {
    begin(array, RawOffsets.ofElement(index));
  }

  /** Before an action on what a handle stands for. */
  public static void beginHandle(VarHandle handle, Object owner, int index) {
    if (on) {
      long offset = RawOffsets.of(handle, index);
      if (offset < 0 || owner == null) {
        begin(handle, 0);
      } else {
        begin(owner, offset);
      }
    }
  }

  /** After an action. */
  public static void end(int mode) {
    end(true, mode);
  }

  /** After an action that may have failed. */
  public static void end(boolean success, int mode) {
    if (holder == Thread.currentThread()) {
      Object owner = null;
      long offset = currentOffset;
      if (current != null) {
        owner = currentOwner;
        current.act(self(), mode, success);
        actions++;
      }
      unlock();
      RawPauses.after(owner, offset);
    }
  }

  /** After an exchange of an object. */
  public static void end(Object found, Object expected, int mode) {
    end(found == expected, mode);
  }

  /** After an exchange of a number. */
  public static void end(int found, int expected, int mode) {
    end(found == expected, mode);
  }

  /** After an exchange of a number. */
  public static void end(long found, long expected, int mode) {
    end(found == expected, mode);
  }

  /** A fence, by its mode. */
  public static void fence(int mode) {
    if (on) {
      lock();
      RawThread self = self();
      if ((mode & RawMode.ACQUIRE) != 0) {
        self.clock.join(self.seen);
      }
      if ((mode & RawMode.RELEASE) != 0) {
        self.fenced = self.clock.copy();
      }
      unlock();
    }
  }

  /** A place where the schedule may be perturbed. */
  public static void point() {
    if (on) {
      RawPauses.before(RawHooks.class, 0);
    }
  }

  /* ---- monitors ---- */

  /** After a monitor was entered. */
  public static void enter(Object monitor) {
    receive(monitor, MONITOR);
  }

  /** Before a monitor is left. */
  public static void leave(Object monitor) {
    send(monitor, MONITOR);
  }

  /** In place of a wait. */
  public static void waitOn(Object monitor) throws InterruptedException {
    waitOn(monitor, 0);
  }

  /** In place of a wait. */
  public static void waitOn(Object monitor, long millis) throws InterruptedException {
    waitOn(monitor, millis, 0);
  }

  /** In place of a wait. */
  public static void waitOn(Object monitor, long millis, int nanos) throws InterruptedException {
    leave(monitor);
    try {
      monitor.wait(millis, nanos);
    } catch (InterruptedException e) {
      receive(Thread.currentThread(), INTERRUPT);
      throw e;
    } finally {
      enter(monitor);
    }
  }

  /** In place of a wait that racedet has woven. */
  public static void await(Object monitor, int site) throws InterruptedException {
    await(monitor, 0, site);
  }

  /** In place of a wait that racedet has woven. */
  public static void await(Object monitor, long millis, int site) throws InterruptedException {
    leave(monitor);
    try {
      Waits.await(monitor, millis, site);
    } catch (InterruptedException e) {
      receive(Thread.currentThread(), INTERRUPT);
      throw e;
    } finally {
      enter(monitor);
    }
  }

  /* ---- threads ---- */

  /** Before a thread is started. */
  public static void fork(Thread thread) {
    send(thread, START);
  }

  /** Before a thread has ended. */
  public static void ended(Thread thread) {
    send(thread, END);
  }

  /** Before a thread is interrupted. */
  public static void interrupt(Thread thread) {
    send(thread, INTERRUPT);
  }

  /** After the current thread was found interrupted. */
  public static boolean interrupted(boolean found, Thread thread) {
    if (found) {
      receive(thread, INTERRUPT);
    }
    return found;
  }

  /** In place of {@link Thread#isAlive}. */
  public static boolean isAlive(Thread thread) {
    boolean alive = thread.isAlive();
    if (!alive) {
      receive(thread, END);
    }
    return alive;
  }

  /** In place of {@link Thread#getState}. */
  public static Thread.State getState(Thread thread) {
    Thread.State state = thread.getState();
    if (state == Thread.State.TERMINATED) {
      receive(thread, END);
    }
    return state;
  }

  /** A step of the program; its place in the order is that of its first time. */
  public static void touch(int step, long history) {
    if (on) {
      lock();
      RawThread self = self();
      if (step < touches.length) {
        self.clock.tick(self.index);
        if (touches[step] == null) {
          touches[step] = new RawTouch(self.index, history, self.clock.copy());
        } else {
          touches[step].again(self.index, self.clock);
        }
      }
      unlock();
    }
  }

  /* ---- */

  private static void send(Object owner, int number) {
    if (on && owner != null) {
      RawPauses.before(owner, number);
      lock();
      variable(owner, number).act(self(), RawMode.WRITE | RawMode.VOLATILE, true);
      unlock();
    }
  }

  private static void receive(Object owner, int number) {
    if (on && owner != null) {
      lock();
      variable(owner, number).act(self(), RawMode.READ | RawMode.VOLATILE, true);
      unlock();
    }
  }

  private static RawVariable variable(Object owner, long number) {
    RawVariable variable = (RawVariable) variables.get(owner, number);
    if (variable == null) {
      variable = new RawVariable();
      variables.put(owner, number, variable);
    }
    return variable;
  }

  private static RawThread self() {
    Thread thread = Thread.currentThread();
    RawThread self = (RawThread) variables.get(thread, THREAD);
    if (self == null) {
      self = new RawThread(threads++);
      variables.put(thread, THREAD, self);
      self.clock.join(variable(thread, START).all);
    }
    return self;
  }

  /* A thread that still holds it was thrown out of its last action, which has not taken place. */
  private static void lock() {
    Thread me = Thread.currentThread();
    if (holder == me) {
      current = null;
      return;
    }
    for (int spins = 0; !HOLDER.compareAndSet((Thread) null, me); spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    current = null;
  }

  private static void unlock() {
    holder = null;
  }
}
