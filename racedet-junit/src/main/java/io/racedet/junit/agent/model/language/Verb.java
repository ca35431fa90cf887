package io.racedet.junit.agent.model.language;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a clause records. */
public enum Verb {
  ACQUIRE(OpCodes.ACQUIRE, Aspects.LOCK, true),
  RELEASE(OpCodes.RELEASE, Aspects.LOCK, false),
  ACQUIRE_SHARED(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, true),
  RELEASE_SHARED(OpCodes.RELEASE_SHARED, Aspects.LOCK, false),
  RELEASE_ALL(OpCodes.RELEASE_ALL, Aspects.LOCK, false),
  RELEASE_ANY(OpCodes.RELEASE_ANY, Aspects.LOCK, false),
  ACQUIRE_ALL(OpCodes.ACQUIRE_ALL, Aspects.LOCK, true),
  BID(OpCodes.BID, Aspects.LOCK, false),
  BID_SHARED(OpCodes.BID, Aspects.LOCK, false),
  TRY(OpCodes.BID, Aspects.LOCK, false),
  FAIL(OpCodes.FAIL, Aspects.LOCK, true),
  QUERY(OpCodes.QUERY, Aspects.LOCK, true),
  NOTIFY(OpCodes.NOTIFY, Aspects.CONDITION, false),
  WAKE(OpCodes.WAKE, Aspects.CONDITION, true),
  SEND(OpCodes.SEND, Aspects.CHANNEL, false),
  RECEIVE(OpCodes.RECEIVE, Aspects.CHANNEL, true),
  POST(OpCodes.SEND, Aspects.CHANNEL, true),
  COLLECT(OpCodes.RECEIVE, Aspects.CHANNEL, true),
  FORK(OpCodes.FORK, Aspects.THREAD, false),
  JOIN(OpCodes.JOIN, Aspects.THREAD, true),
  READ(OpCodes.READ, 0, false),
  WRITE(OpCodes.WRITE, 0, false),
  GET(OpCodes.SYNC_READ, Aspects.VALUE, true),
  SET(OpCodes.SYNC_WRITE, Aspects.VALUE, true),
  UPDATE(EffectCode.UPDATE, Aspects.VALUE, true),
  GET_RELAXED(EffectCode.GET_RELAXED, Aspects.VALUE, true),
  SET_RELAXED(EffectCode.SET_RELAXED, Aspects.VALUE, true),
  UPDATE_ACQUIRE(EffectCode.UPDATE_ACQUIRE, Aspects.VALUE, true),
  UPDATE_RELEASE(EffectCode.UPDATE_RELEASE, Aspects.VALUE, true),
  UPDATE_RELAXED(EffectCode.UPDATE_RELAXED, Aspects.VALUE, true),
  PEEK(OpCodes.PEEK, Aspects.CHANNEL, true),
  DISCARD(OpCodes.DISCARD, Aspects.CHANNEL, true),
  ALIAS(OpCodes.ALIAS, Aspects.CHANNEL, true),
  UNSEEN(OpCodes.UNSEEN, Aspects.MONITOR, false),
  LEND(-1, Aspects.MONITOR, true),
  RECLAIM(-1, Aspects.MONITOR, false),
  COPY_PRIMITIVES(-1, 0, true),
  COPY_REFERENCES(-1, 0, true),
  CONCEAL(-1, 0, false),
  REVEAL(-1, 0, true),
  AWAKEN(-1, Aspects.THREAD, false),
  UNBLOCK(-1, Aspects.THREAD, false),
  CAPTURE(-1, 0, false);

  private static final Map<String, Verb> NAMED =
      Stream.of(values()).collect(Collectors.toMap(Verb::word, Function.identity()));

  public final int op;
  final int aspect;

  /** Whether it is recorded after the call by default, not before. */
  final boolean late;

  Verb(int op, int aspect, boolean late) {
    this.op = op;
    this.aspect = aspect;
    this.late = late;
  }

  /** The verb of that name in a model, or null. */
  static Verb named(String word) {
    return NAMED.get(word);
  }

  String word() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** The operand of its record instead of a part; 0 if there is none. */
  public int operand() {
    return switch (this) {
      case TRY -> EffectCode.BID_TRIES;
      case BID_SHARED -> EffectCode.BID_SHARED;
      default -> 0;
    };
  }

  /** Whether no other thread may access the variable until the call ends that it is about. */
  public boolean isAtomic() {
    return this == POST || isOfAtomic();
  }

  /** Whether it is about the value of an atomic. */
  boolean isOfAtomic() {
    return switch (this) {
      case GET, SET, UPDATE -> true;
      case GET_RELAXED, SET_RELAXED, UPDATE_ACQUIRE, UPDATE_RELEASE, UPDATE_RELAXED -> true;
      default -> false;
    };
  }

  /** Whether it says when code of the program runs under a lock. */
  public boolean isOfLentLock() {
    return this == LEND || this == RECLAIM;
  }

  /** Whether it is about synchronisation of the call itself. */
  public boolean isSync() {
    return switch (this) {
      case CONCEAL, REVEAL, UNBLOCK -> false;
      default -> !isData() && !isOfLentLock();
    };
  }

  /** Whether it is an access of the contents of an object, or reads its fields. */
  public boolean isData() {
    return this == READ || this == WRITE || isCopy();
  }

  /** Whether it reads fields of an object that a class declares. */
  public boolean isCopy() {
    return this == COPY_PRIMITIVES || this == COPY_REFERENCES;
  }
}
