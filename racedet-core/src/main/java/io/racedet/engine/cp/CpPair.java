package io.racedet.engine.cp;

import io.racedet.race.RaceKind;

/**
 * Two successive conflicting accesses, which race unless the answer to some question is high
 * enough.
 */
final class CpPair {
  final int variable;
  final RaceKind kind;
  final boolean observedOrdered; // by happens-before
  final long first; // epochs
  final long firstDetail;
  final long second;
  final long secondDetail;
  int openQuestions; // questions that may still order it
  boolean ordered;

  CpPair(
      int variable,
      RaceKind kind,
      boolean observedOrdered,
      long first,
      long firstDetail,
      long second,
      long secondDetail) {
    this.variable = variable;
    this.kind = kind;
    this.observedOrdered = observedOrdered;
    this.first = first;
    this.firstDetail = firstDetail;
    this.second = second;
    this.secondDetail = secondDetail;
  }
}
