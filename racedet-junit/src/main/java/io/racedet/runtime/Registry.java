package io.racedet.runtime;

import io.racedet.runtime.calls.AccessorTable;
import io.racedet.runtime.calls.AgentServices;
import io.racedet.runtime.calls.BegunCalls;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.log.ChunkPool;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.log.SyncOrder;

/** The recording in progress, and what all recordings of the process share. Thread-safe. */
final class Registry {
  static final Stripes STRIPES = new Stripes();
  static final SyncOrder SYNC_ORDER = new SyncOrder();
  static final BegunCalls BEGUN_CALLS = new BegunCalls();
  static final ChunkPool CHUNKS = new ChunkPool();
  static final AccessorTable ACCESSORS = new AccessorTable();
  static final CallKinds CALL_KINDS = new CallKinds();
  static final Ports PORTS = new Ports();
  static final Pipes PIPES = new Pipes();
  static final OpenedFiles OPENED = new OpenedFiles();
  static final WakeUps WAKE_UPS = new WakeUps(System.nanoTime());
  static final DataUses DATA_USES = new DataUses(1_000_000_000);

  /** The recording in progress, null when hooks have nothing to do. */
  static volatile Session session;

  /* The recording that has not been stopped completely: set as long as the session, and until all
   * threads have left their hooks. */
  static volatile Session unfinished;

  /** What the agent knows of classes. */
  static volatile AgentServices services = AgentServices.NONE;

  private static final IdleTimer IDLE_TIMER = new IdleTimer(1_000_000_000);

  private Registry() {}

  /** The recording in progress, or null. */
  static Session recording() {
    return RecordingSwitch.isOn() ? session : null;
  }

  /** As {@link #current()}, without a look at the {@link RecordingSwitch}: for rare events. */
  static ThreadBuffer buffer() {
    Session s = session;
    return s == null ? null : s.buffer();
  }

  /** The same until the recording has ended: its end waits for threads that hold a stripe. */
  static ThreadBuffer unfinished() {
    Session s = unfinished;
    return s == null ? null : s.buffer();
  }

  /**
   * The current thread in the recording in progress, or null if nothing is to be recorded of it.
   */
  static ThreadBuffer current() {
    Session s = recording();
    return s == null ? null : s.buffer();
  }

  /** The same, given the state of the current thread in some recording, or null. */
  static ThreadBuffer current(ThreadBuffer thread) {
    Session s = recording();
    if (s == null) {
      return null;
    }
    return thread == null || thread.session != s ? s.buffer() : thread.quiet == 0 ? thread : null;
  }

  static synchronized void begin(Session next) {
    if (unfinished != null) {
      throw new IllegalStateException("another recording has not been stopped");
    }
    IDLE_TIMER.begin();
    WAKE_UPS.begin(System.nanoTime());
    unfinished = next;
    session = next;
  }

  /** Ends a session: from now on no thread records anything for it. */
  static synchronized void end(Session last) {
    if (session == last) {
      session = null;
    }
  }

  static synchronized void finish(Session last) {
    end(last);
    if (unfinished == last) {
      unfinished = null;
      IDLE_TIMER.end();
    }
  }
}
