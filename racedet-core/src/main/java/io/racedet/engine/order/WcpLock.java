package io.racedet.engine.order;

import io.racedet.clock.Clock;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The state of a lock in WCP: its finished sections, and the clocks at the last releases. */
final class WcpLock {
  /* An exclusive release passes everything that it has absorbed to all later acquires of the lock,
   * in either mode. So one queue of exclusive sections serves all threads, and a thread that never
   * acquires the lock cannot prevent entries from being removed. A shared release passes it to
   * exclusive acquires only: the sections that it absorbs stay in the queue, and its thread
   * remembers up to which one. */
  final WcpQueue exclusive = new WcpQueue();
  Clock known; // the clock at the last exclusive release, null before
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
