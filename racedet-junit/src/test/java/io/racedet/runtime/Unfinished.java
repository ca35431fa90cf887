package io.racedet.runtime;

/** Records that their threads do not finish, as after a stack overflow inside a hook. */
public final class Unfinished {
  private Unfinished() {}

  /** The current thread has taken the number of a sync record, and never appends it. */
  public static void syncRecord() {
    ThreadBuffer b = Registry.session.buffer();
    b.syncing = 1;
    Registry.SYNC_ORDER.next();
  }
}
