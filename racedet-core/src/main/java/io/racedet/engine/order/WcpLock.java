package io.racedet.engine.order;

import io.racedet.clock.Clock;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** What WCP keeps of a lock: its finished sections, and what was known at the last releases. */
final class WcpLock {
  /* What an exclusive release has taken over it hands on to all who acquire the lock later, in
   * either mode. So one queue of exclusive sections serves all threads, and no thread can pin it
   * that never takes the lock. A shared release hands on to exclusive acquires only: what it takes
   * over stays in the queue, and its thread remembers up to where. */
  final WcpQueue exclusive = new WcpQueue();
  Clock known; // at the last exclusive release, null before
  SdpDelays.Known delays; // likewise; null in WCP
  private List<WcpReader> readers = List.of();
  private Int2ObjectOpenHashMap<WcpReader> readerOf; // by thread, null while there is none

  /** The threads that have held it in read mode. */
  List<WcpReader> readers() {
    return readers;
  }

  WcpReader reader(int thread) {
    if (readerOf == null) {
      readers = new ArrayList<>();
      readerOf = new Int2ObjectOpenHashMap<>();
    }
    WcpReader reader = readerOf.get(thread);
    if (reader == null) {
      reader = new WcpReader(thread);
      readerOf.put(thread, reader);
      readers.add(reader);
    }
    return reader;
  }
}
