package io.racedet.runtime;

/**
 * Loads every class of the runtime and links every call in it, before the first class is woven.
 * Linking a VarHandle call runs Java code that is modelled later, and a hook must not meet it then.
 */
final class WarmUp {
  private static final int ROUNDS = 200;
  private static final int SEED = 8;

  private WarmUp() {}

  static void run() {
    for (int schedule = 0; schedule <= Recorder.SCHEDULE_PRIORITY; schedule++) {
      for (int seed = 0; seed < SEED; seed++) {
        Recorder recorder = Recorder.start(schedule, seed, ROUNDS);
        for (int i = 0; i < ROUNDS; i++) {
          callHooks(i);
        }
        recorder.stop().close();
      }
    }
  }

  private static void callHooks(int i) {
    Object owner = i % 2 == 0 ? new Object() : WarmUp.class;
    int[] array = {i};
    Hooks.enter(0);
    Hooks.call(0);
    Hooks.allocated(array, 0);
    Hooks.after(Hooks.field(owner, 0, 0));
    Hooks.after(Hooks.finalField(owner, 0, 0));
    Hooks.after(Hooks.staticField(0, 0));
    Hooks.after(Hooks.array(array, 0, 0));
    Hooks.after(Hooks.arrayStore(new Object[] {owner}, 0, owner, 0));
    Hooks.after(Hooks.volatileField(owner, 0, 0));
    Hooks.after(Hooks.volatileStatic(0, 0));
    Hooks.freeze(owner, 0);
    Hooks.monitorEntering(owner);
    synchronized (owner) {
      Hooks.monitorEntered(owner, 0);
      Hooks.waiting(owner, 0);
      Hooks.waited(owner, 0);
      Hooks.notifying(owner, 0);
      Hooks.monitorExiting(owner, 0);
    }
    Hooks.enterSynchronized(owner, 0);
    Hooks.exitSynchronized(owner, 0);
    Hooks.classInitialized(0);
    Hooks.exit();
  }
}
