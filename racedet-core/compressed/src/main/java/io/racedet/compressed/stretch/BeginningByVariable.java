package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.WholeClocks;
import io.racedet.event.Op;
import java.util.BitSet;

/** A beginning whose races are found for each variable by itself. */
abstract class BeginningByVariable<S> extends EventCases<S> implements Beginning<S> {
  final WholeClocks clocks = new WholeClocks();

  BeginningByVariable(AllocatedVariables allocated) {
    super(allocated);
  }

  @Override
  public final void pass(long time) {
    clocks.at(time);
  }

  @Override
  final void order(Op op, int thread, int operand) {
    clocks.order(op, thread, operand);
  }

  @Override
  public final boolean racesIn(S next) {
    lookAt(next);
    for (int i = 0; i < variables(next).length; i++) {
      if (racesIn(next, i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final BitSet appendRaceless(S next) {
    lookAt(next);
    int[] variables = variables(next);
    BitSet racing = new BitSet();
    for (int i = 0; i < variables.length; i++) {
      if (racesIn(next, i)) {
        racing.set(variables[i]);
      } else {
        append(next, i);
      }
    }
    return racing;
  }

  @Override
  public final void append(S next) {
    for (int i = 0; i < variables(next).length; i++) {
      append(next, i);
    }
    appendOrder(next);
  }

  /** The variables accessed or renewed in a stretch. */
  abstract int[] variables(S next);

  /** Prepares for the questions about a stretch. */
  abstract void lookAt(S next);

  /** Whether the first race of the variable at a position of the list is in the stretch. */
  abstract boolean racesIn(S next, int i);

  /** Appends what the stretch does to that variable. */
  abstract void append(S next, int i);

  /** Appends the order of the stretch, after all its variables. */
  abstract void appendOrder(S next);
}
