package io.racedet.clock;

import io.racedet.event.Op;

/**
 * The rules of happens-before between threads, for any representation of what is ordered: an event
 * that receives is ordered after all earlier ones that sent to the same place. A lock is two
 * places, one for the releases of each mode, so that shared releases are ordered before exclusive
 * acquires only.
 */
public interface HappensBeforeRules {
  /** The kinds of places, each with ids of its own. */
  enum Place {
    /** A thread, which receives all that is sent to it, and sends all that it knows. */
    THREAD,
    /** The exclusive releases of a lock. */
    EXCLUSIVE,
    /** The shared releases of a lock. */
    SHARED,
    /** A sync variable. */
    SYNC,
    /** A channel. */
    CHANNEL,
    /** The notifies on an operand, of which one causes a wake. */
    NOTIFY
  }

  /** Orders what was sent to a place before a thread's present. */
  void receive(int thread, Place from, int id);

  /** Orders a thread's present before what is received from a place later. */
  void send(int thread, Place to, int id);

  /** Applies the rule of an event; accesses have none. */
  default void order(Op op, int thread, int operand) {
    switch (op) {
      case ACQUIRE -> {
        receive(thread, Place.EXCLUSIVE, operand);
        receive(thread, Place.SHARED, operand);
      }
      case ACQUIRE_SHARED -> receive(thread, Place.EXCLUSIVE, operand);
      case RELEASE -> send(thread, Place.EXCLUSIVE, operand);
      case RELEASE_SHARED -> send(thread, Place.SHARED, operand);
      case SYNC_READ -> receive(thread, Place.SYNC, operand);
      case SYNC_WRITE -> send(thread, Place.SYNC, operand);
      case RECEIVE -> receive(thread, Place.CHANNEL, operand);
      case SEND -> send(thread, Place.CHANNEL, operand);
      case JOIN -> receive(thread, Place.THREAD, operand);
      case FORK -> send(thread, Place.THREAD, operand);
      case WAKE -> receive(thread, Place.NOTIFY, operand);
      case NOTIFY -> send(thread, Place.NOTIFY, operand);
      default -> {
        /* Orders nothing. */
      }
    }
  }
}
