package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.junit.record.detail.LibraryCallPass;
import io.racedet.junit.record.detail.PendingWaits;
import io.racedet.junit.record.detail.RequestPass;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.report.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recorded execution as a trace for deadlocks: locks with stamps are locks in it. Its ids are not
 * those of {@link RecordedTrace}. Not thread-safe.
 */
public final class LockReplay {
  private final ReplaySource source;
  private final LaterNames names = new LaterNames();
  private final Map<Integer, Long> awaited = new HashMap<>(); // by the hash of what is inside
  private TraceIds ids;

  LockReplay(ReplaySource source) {
    this.source = source;
  }

  /** Names of the ids of the last replay, also during it. */
  public Names names() {
    return names;
  }

  /** Whether acquires at a location are tries, which do not wait; of the last replay. */
  public boolean isTry(int location) {
    return ids.isTry(location);
  }

  /**
   * Sends about as many events, in order, from the first one on; each replay sends the same ones.
   */
  public boolean replay(EventSink sink, long most) {
    EventTranslator translator = translator(sink);
    boolean[] isCut = new boolean[1];
    source.run(
        translator,
        at -> {
          isCut[0] = translator.tally().events() >= most;
          return !isCut[0] && translator.record(at);
        });
    return !isCut[0] && source.records.areAll();
  }

  /** Whether there are calls of libraries whose data accesses are not recorded. */
  public boolean hasLibraryCalls() {
    return source.raw.hasLibraryCalls();
  }

  /** Sends these calls as accesses, with all synchronisation, to an engine. */
  public LibraryCalls libraryCalls(EventSink engine) {
    LibraryCallPass pass = new LibraryCallPass(source.catalog, engine);
    EventTranslator translator = source.translator(pass, null);
    pass.follow(translator);
    source.run(translator, pass);
    return new LibraryCalls(pass, translator.ids(), source);
  }

  /** Collects the details of some requests for locks. */
  public RequestPass details(long... indices) {
    RequestPass pass =
        new RequestPass(source.catalog, source.threadNames, source.threads(), indices);
    EventTranslator translator = translator(pass);
    pass.follow(translator, source.names(translator.ids()));
    source.run(translator, pass);
    return pass;
  }

  /**
   * Describes what threads wait for at the end of the recording, of a test that hangs.
   *
   * @param waiting threads that nothing will wake
   */
  public List<String> waits(List<WaitingThread> waiting) {
    PendingWaits waits = new PendingWaits(source.catalog, source.threadNames, source.objectNames);
    source.run(translator(new NoEvents()), waits);
    Map<Long, Integer> slots = slots();
    Map<Integer, Integer> hashes = new TreeMap<>();
    for (WaitingThread thread : waiting) {
      if (slots.containsKey(thread.id())) {
        hashes.put(slots.get(thread.id()), thread.lockHash());
      }
    }
    List<String> lines = new ArrayList<>(waits.lines(hashes));
    for (WaitingThread thread : waiting) {
      if (slots.containsKey(thread.id())) {
        int slot = slots.get(thread.id());
        lines.addAll(waits.awaited(slot, thread.place()));
        awaited.put(thread.lockHash(), waits.objectAwaited(slot, thread.place()));
      }
    }
    return lines;
  }

  private Map<Long, Integer> slots() {
    Map<Long, Integer> slots = new HashMap<>();
    for (int slot = 0; slot < source.threads(); slot++) {
      slots.put(source.raw.threads().get(slot).id(), slot);
    }
    return slots;
  }

  /**
   * The name of an object of which the class and the identity hash are known: of what a thread
   * waits for inside of the JDK, according to {@link #waits}, that of the object that it has
   * called.
   */
  public String nameOf(String className, int identityHash) {
    long called = awaited.getOrDefault(identityHash, 0L);
    boolean isInside =
        called != 0
            && source.objectNames.isOf(called, className)
            && source.raw.numberOf(className, identityHash) == 0;
    return isInside
        ? source.objectNames.of(called)
        : source.objectNames.of(className, identityHash);
  }

  /** The name that reports have for a method, given that of the class file. */
  public String reportedName(String className, String method) {
    return source.catalog.reportedName(className, method);
  }

  /** The frame that reports have for one of a stack trace. */
  public Frame frame(StackTraceElement element) {
    return source.catalog.frame(element);
  }

  private EventTranslator translator(EventSink sink) {
    EventTranslator translator = source.translator(sink, sink);
    ids = translator.ids();
    names.set(source.names(ids));
    return translator;
  }
}
