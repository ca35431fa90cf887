package io.racedet.compressed;

import io.racedet.clock.WakeCauses;
import io.racedet.compressed.stretch.Growing;
import io.racedet.event.EventBlock;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/** Which notify caused each wake of a trace. Not thread-safe. */
final class WaitCauses implements Growing<WaitSummary> {
  private final WakeCauses<Long> causes = new WakeCauses<>();
  private final Long2IntOpenHashMap depth = new Long2IntOpenHashMap(); // by thread and lock
  private final Long2LongOpenHashMap found = new Long2LongOpenHashMap();
  private boolean isReentrant;
  private long time;

  /** The index of the notify that caused a wake, by the index of the wake. */
  Long2LongMap found() {
    return found;
  }

  /**
   * Whether a lock is acquired that is held already. Such acquires are no events for an engine, but
   * in a grammar they are, so that the result does not count, then.
   */
  boolean isReentrant() {
    return isReentrant;
  }

  @Override
  public void pass(long now) {
    time = now;
  }

  @Override
  public void event(long word, long now, long detail) {
    time = now;
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    switch (EventBlock.op(word)) {
      case ACQUIRE -> {
        hold(WaitStretch.hold(thread, operand), 1, 1);
        causes.acquire(thread, operand, now);
      }
      case RELEASE -> {
        hold(WaitStretch.hold(thread, operand), -1, 0);
        causes.release(thread, operand, now);
      }
      case NOTIFY -> causes.signal(operand, now, now);
      default -> {
        Long cause = causes.cause(thread, operand);
        if (cause != null) {
          found.put(now, cause.longValue());
        }
      }
    }
  }

  private void hold(long hold, int change, int most) {
    int before = depth.addTo(hold, change);
    isReentrant |= before + most > 1;
  }

  @Override
  public void append(WaitSummary next) {
    for (int i = 0; i < next.holds().length; i++) {
      long hold = next.holds()[i];
      hold(hold, next.depth()[i], next.highest()[i]);
      if (next.early()[i] != 0) {
        long at = time + next.early()[i];
        causes.acquire(WaitStretch.thread(hold), WaitStretch.lock(hold), at);
      }
    }
    for (int i = 0; i < next.threads().length; i++) {
      int thread = next.threads()[i];
      if (next.waitEnded()[i] != 0) {
        causes.release(thread, next.waitLock()[i], time + next.waitBegan()[i]);
        causes.acquire(thread, next.waitLock()[i], time + next.waitEnded()[i]);
      }
      if (next.lastTime()[i] != 0) {
        causes.release(thread, next.lastLock()[i], time + next.lastTime()[i]);
      }
    }
    time += next.events();
  }
}
