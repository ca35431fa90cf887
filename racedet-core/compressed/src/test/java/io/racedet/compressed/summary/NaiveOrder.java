package io.racedet.compressed.summary;

import io.racedet.clock.HappensBeforeRules.Place;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Happens-before in a stretch from its definition: the set of what is ordered before the present of
 * each symbol: the pasts of symbols before the stretch, and events in it.
 */
public final class NaiveOrder {
  private final Map<Integer, Set<Integer>> pasts = new HashMap<>(); // by symbol
  private final Map<Integer, Set<Integer>> events = new HashMap<>(); // by symbol: their times
  private final List<Integer> threads = new ArrayList<>(); // of the events, by time from 1

  /** Random events, with locks that no two threads hold in conflicting modes. */
  static long[] random(SplittableRandom random, int ids, int length) {
    List<Op> ops = new ArrayList<>(List.of(Op.values()));
    for (int i = 0; i < 5; i++) { // often impossible
      ops.addAll(List.of(Op.ACQUIRE, Op.RELEASE, Op.ACQUIRE_SHARED, Op.RELEASE_SHARED));
    }
    return random(random, ids, length, ops);
  }

  /** Random events of operations, of which those that occur several times are more frequent. */
  public static long[] random(SplittableRandom random, int ids, int length, List<Op> ops) {
    long[] words = new long[length];
    int[][] holds = new int[2][ids * ids]; // by mode, and by lock and thread: how often
    for (int i = 0; i < length; ) {
      Op op = ops.get(random.nextInt(ops.size()));
      int thread = random.nextInt(ids);
      int operand = random.nextInt(ids);
      int hold = operand * ids + thread;
      boolean isPossible =
          switch (op) {
            case ACQUIRE -> isFree(holds[0], hold, ids) && isFree(holds[1], hold, ids);
            case ACQUIRE_SHARED -> isFree(holds[0], hold, ids);
            case RELEASE -> holds[0][hold] > 0;
            case RELEASE_SHARED -> holds[1][hold] > 0;
            case FORK, JOIN -> thread != operand;
            default -> true;
          };
      if (isPossible) {
        boolean isShared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
        boolean releases = op == Op.RELEASE || op == Op.RELEASE_SHARED;
        if (op.operand() == Op.Operand.LOCK && op != Op.NOTIFY && op != Op.WAKE) {
          holds[isShared ? 1 : 0][hold] += releases ? -1 : 1;
        }
        words[i++] = EventBlock.word(op, thread, operand);
      }
    }
    return words;
  }

  /** Whether no other thread holds a lock. */
  private static boolean isFree(int[] holds, int hold, int ids) {
    for (int other = hold - hold % ids; other < hold - hold % ids + ids; other++) {
      if (other != hold && holds[other] > 0) {
        return false;
      }
    }
    return true;
  }

  /** Adds the next event. */
  public void add(long word) {
    Op op = EventBlock.op(word);
    int operand = EventBlock.operand(word);
    int thread = Symbol.thread(EventBlock.thread(word));
    threads.add(EventBlock.thread(word));
    switch (op) {
      case ACQUIRE -> {
        send(Symbol.of(Place.EXCLUSIVE, operand), thread);
        send(Symbol.of(Place.SHARED, operand), thread);
      }
      case ACQUIRE_SHARED -> send(Symbol.of(Place.EXCLUSIVE, operand), thread);
      case SYNC_READ -> send(Symbol.of(Place.SYNC, operand), thread);
      case RECEIVE -> send(Symbol.of(Place.CHANNEL, operand), thread);
      case WAKE -> send(Symbol.of(Place.NOTIFY, operand), thread);
      case JOIN -> send(Symbol.thread(operand), thread);
      default -> {
        /* Nothing is received. */
      }
    }
    pasts(thread);
    events(thread).add(threads.size());
    switch (op) {
      case RELEASE -> send(thread, Symbol.of(Place.EXCLUSIVE, operand));
      case RELEASE_SHARED -> send(thread, Symbol.of(Place.SHARED, operand));
      case SYNC_WRITE -> send(thread, Symbol.of(Place.SYNC, operand));
      case SEND -> send(thread, Symbol.of(Place.CHANNEL, operand));
      case NOTIFY -> send(thread, Symbol.of(Place.NOTIFY, operand));
      case FORK -> send(thread, Symbol.thread(operand));
      default -> {
        /* Nothing is sent. */
      }
    }
  }

  private void send(int from, int to) {
    pasts(to).addAll(pasts(from));
    events(to).addAll(events(from));
  }

  /** The symbols that occur. */
  Set<Integer> symbols() {
    return pasts.keySet();
  }

  int size() {
    return threads.size();
  }

  /** The thread of an event. */
  int thread(int time) {
    return threads.get(time - 1);
  }

  /** The symbols whose past is ordered before the present of a symbol. */
  public Set<Integer> pasts(int symbol) {
    return pasts.computeIfAbsent(symbol, unseen -> new TreeSet<>(Set.of(symbol)));
  }

  private Set<Integer> events(int symbol) {
    return events.computeIfAbsent(symbol, unseen -> new HashSet<>());
  }

  /** The events that are ordered before the present of one of some symbols. */
  public Set<Integer> known(Set<Integer> symbols) {
    Set<Integer> known = new TreeSet<>();
    symbols.forEach(symbol -> known.addAll(events.getOrDefault(symbol, Set.of())));
    return known;
  }

  /** Whether something is ordered before a symbol but its own past. */
  boolean isMoved(int symbol) {
    Set<Integer> others =
        events.getOrDefault(symbol, Set.of()).stream()
            .filter(time -> Symbol.thread(thread(time)) != symbol)
            .collect(Collectors.toSet());
    return pasts.get(symbol).size() > 1 || !others.isEmpty();
  }
}
