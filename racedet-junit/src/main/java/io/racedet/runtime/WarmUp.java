package io.racedet.runtime;

import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.StripeQueue;
import io.racedet.runtime.schedule.Rendezvous;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.SchedulePerturber;
import io.racedet.runtime.spans.AccessSites;

/**
 * Loads the classes of the runtime that a hook may be the first to use while it is not quiet, and
 * links the calls in them, before the first class is woven. Linking a VarHandle call runs Java code
 * of the JDK that is modelled later, and a hook must not cause that code to run then.
 */
final class WarmUp {
  private static final int ROUNDS = 200;
  private static final int SEED = 8;
  private static final long HELD_NANOS = 100_000L;

  private WarmUp() {}

  static void run() {
    for (Schedule schedule : Schedule.values()) {
      for (int seed = 0; seed < SEED; seed++) {
        run(schedule.perturber(seed, sites()), seed);
      }
    }
    int[] everywhere = {0};
    for (int seed = 0; seed < SEED; seed++) {
      Rendezvous alone = new Rendezvous(everywhere, everywhere, seed, -1, -1, HELD_NANOS);
      SchedulePerturber base = Schedule.TARGETED.perturber(seed, sites());
      run(new Rendezvous.Targeted(base, alone), seed);
    }
    RecordingSwitch.turn(false);
  }

  private static AccessSites sites() {
    AccessSites sites = new AccessSites();
    sites.add(0, false, false, 0);
    return sites;
  }

  private static void run(SchedulePerturber perturber, long seed) {
    long longestRun = StripeQueue.MAX_RUN_NANOS;
    BufferSpace space = BufferSpace.unlimited();
    Recorder recorder =
        Recorder.start(new Session(perturber, seed, ROUNDS, longestRun, sites(), space));
    InterruptedException thrown = new InterruptedException(); // to fill in its stack takes long
    for (int i = 0; i < ROUNDS; i++) {
      callHooks(i, thrown);
    }
    recorder.stop().close();
  }

  private static void callHooks(int i, Throwable thrown) {
    Object owner = i % 2 == 0 ? new Object() : WarmUp.class;
    int[] array = {i};
    Hooks.initialised(i);
    Hooks.enter(0);
    Hooks.call(0, null);
    Hooks.allocated(array, 0, null);
    DataHooks.after(DataHooks.field(owner, 0, 0, null));
    DataHooks.after(DataHooks.finalField(owner, 0, 0, null));
    DataHooks.after(DataHooks.staticField(0, 0, null));
    DataHooks.after(DataHooks.array(array, 0, 0, null));
    DataHooks.after(DataHooks.arrayStore(new Object[] {owner}, 0, owner, 0, null));
    DataHooks.after(DataHooks.volatileField(owner, 0, 0));
    DataHooks.after(DataHooks.volatileStatic(0, 0));
    DataHooks.freeze(owner, 0);
    MonitorHooks.monitorEntering(owner, 0);
    synchronized (owner) {
      MonitorHooks.monitorEntered(owner, 0);
      Waits.waiting(owner, 0);
      Waits.waited(owner, 0);
      MonitorHooks.notifying(owner, 0);
      MonitorHooks.monitorExiting(owner, 0);
      MonitorHooks.lend(true, owner);
      Hooks.enter(0);
      Hooks.exit(null);
      MonitorHooks.reclaim(true, owner);
    }
    MonitorHooks.enteringSynchronized(owner, 0);
    MonitorHooks.enterSynchronized(owner, 0);
    MonitorHooks.exitSynchronized(owner, 0);
    Hooks.classInitialized(WarmUp.class, 0);
    Hooks.classFailed(0);
    callModelHooks(owner, i, thrown);
    Hooks.exit(null);
  }

  private static void callModelHooks(Object owner, int i, Throwable thrown) {
    if (i == 0) {
      // The same in each round, and a walk of the stack takes longer than all other calls.
      Registry.BEGUN_CALLS.count(true);
    }
    Hooks.callOpaque(0, null);
    Hooks.call(0, null);
    ModelledCalls.point();
    ModelledCalls.begin();
    ModelledCalls.capture(owner);
    ModelledCalls.lift();
    ModelledCalls.lower();
    Effects.effect(true, OpCodes.SEND, owner, ModelledCalls.captured());
    ModelledCalls.failed(thrown);
    ModelledCalls.open();
    ModelledCalls.end();
    ModelledCalls.thrown(thrown);
    Effects.effect(true, OpCodes.WRITE, owner);
    Effects.effect(true, OpCodes.RECEIVE, owner, owner);
    Effects.effect(true, OpCodes.JOIN, Thread.currentThread());
    Effects.hold(EffectCode.UPDATE, owner, 0);
    Effects.held(ModelValues.not(false), EffectCode.UPDATE, owner, 0);
    Effects.hold(EffectCode.UPDATE, owner, 0);
    Effects.drop(EffectCode.UPDATE);
    Effects.effect(true, OpCodes.RECEIVE, owner, new Object[] {owner});
    ModelledCalls.capture(1L);
    ModelValues.valueOf(owner);
    ModelValues.keyOf(owner);
    ModelValues.isValue(owner);
    ModelValues.isUnlimited(0);
    ModelValues.isPositive(0);
    ModelValues.isDelayed(owner);
    ModelValues.isText(owner);
    ModelValues.isSet(0);
    ModelValues.isSet(0L);
    ModelValues.isSet(owner);
    ModelValues.same(0, 0);
    ModelValues.same(0L, 0L);
    ModelValues.same(owner, owner);
  }
}
