package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.summary.NaiveOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random traces as words, their grammars, and their contexts by the definition. */
final class RawTraces {
  private RawTraces() {}

  /** A trace of locks, waits and a few accesses, in which no lock is acquired that is held. */
  static long[] withoutReentrance(SplittableRandom random, int ids, int length) {
    List<Op> ops = new ArrayList<>(List.of(Op.NOTIFY, Op.WAKE, Op.WRITE, Op.ATOMIC_READ));
    for (int i = 0; i < 2; i++) {
      ops.addAll(List.of(Op.ACQUIRE, Op.RELEASE, Op.RELEASE));
    }
    ops.addAll(List.of(Op.ACQUIRE_SHARED, Op.RELEASE_SHARED));
    long[] words = NaiveOrder.random(random, ids, length, ops);
    Map<Long, Integer> depth = new HashMap<>(); // by thread and lock
    return Arrays.stream(words)
        .filter(
            word -> {
              Op op = EventBlock.op(word);
              boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
              boolean releases = op == Op.RELEASE || op == Op.RELEASE_SHARED;
              int change = acquires ? 1 : releases ? -1 : 0;
              long hold = (long) EventBlock.thread(word) << Integer.SIZE | EventBlock.operand(word);
              int now = depth.getOrDefault(hold, 0) + change;
              if (change != 0) {
                depth.put(hold, now);
              }
              return acquires ? now == 1 : !releases || now == 0;
            })
        .map(RawTraces::exclusive)
        .toArray();
  }

  /** With one mode only, so that an outer release is of the mode of its acquire. */
  private static long exclusive(long word) {
    Op op =
        switch (EventBlock.op(word)) {
          case ACQUIRE_SHARED -> Op.ACQUIRE;
          case RELEASE_SHARED -> Op.RELEASE;
          default -> EventBlock.op(word);
        };
    return EventBlock.word(op, EventBlock.thread(word), EventBlock.operand(word));
  }

  /** A random grammar of a trace, in which equal events are one terminal. */
  static Grammar grammar(long[] words, SplittableRandom random) {
    long[] terminals = Arrays.stream(words).distinct().toArray();
    int[] locations = new int[terminals.length];
    Arrays.fill(locations, EventSink.NO_LOCATION);
    List<Long> known = Arrays.stream(terminals).boxed().toList();
    int[] trace = Arrays.stream(words).mapToInt(known::indexOf).toArray();
    return RandomGrammars.of(terminals, locations, trace, random);
  }

  /** The context of each event's thread immediately before it. */
  static int[] contextsBefore(long[] words, LockContexts contexts) {
    Map<Integer, List<Integer>> held = new HashMap<>();
    int[] before = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      int thread = EventBlock.thread(words[i]);
      List<Integer> locks = held.computeIfAbsent(thread, unseen -> new ArrayList<>());
      int context = contexts.root(thread);
      for (int lock : locks) {
        context = contexts.child(context, lock, false);
      }
      before[i] = context;
      if (EventBlock.op(words[i]) == Op.ACQUIRE) {
        locks.add(EventBlock.operand(words[i]));
      } else if (EventBlock.op(words[i]) == Op.RELEASE) {
        locks.remove((Integer) EventBlock.operand(words[i]));
      }
    }
    return before;
  }
}
