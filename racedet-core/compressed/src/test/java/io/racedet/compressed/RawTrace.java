package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A trace as it is in a file: a variable keeps its id when its object is allocated again. Events
 * have no locations, so that equal ones are the same terminal.
 */
public final class RawTrace {
  private final TestTrace trace;
  private final Map<String, Integer> variables = new LinkedHashMap<>();
  private final int[] idOf; // by variable of the test trace
  private final Map<Long, Integer> terminals = new LinkedHashMap<>();
  private final int[] events;

  public RawTrace(TestTrace trace) {
    this.trace = trace;
    idOf = new int[trace.count(Op.Operand.VARIABLE)];
    for (int i = 0; i < idOf.length; i++) {
      String name = trace.name(Op.Operand.VARIABLE, i);
      variables.putIfAbsent(name, variables.size());
      idOf[i] = variables.get(name);
    }
    events =
        trace.events().stream()
            .mapToInt(e -> terminals.computeIfAbsent(word(e), unseen -> terminals.size()))
            .toArray();
  }

  private long word(TraceEvent e) {
    int operand = e.op().operand() == Op.Operand.VARIABLE ? idOf[e.operand()] : e.operand();
    return EventBlock.word(e.op(), e.thread(), operand);
  }

  /** The variable in the file that corresponds to a variable of the test trace. */
  public int variable(int ofTestTrace) {
    return idOf[ofTestTrace];
  }

  public Grammar grammar(SplittableRandom random) {
    long[] words = terminals.keySet().stream().mapToLong(Long::longValue).toArray();
    int[] locations = new int[words.length];
    java.util.Arrays.fill(locations, io.racedet.event.EventSink.NO_LOCATION);
    return RandomGrammars.of(words, locations, events, random);
  }

  public AllocatedVariables allocated() {
    Map<String, List<Integer>> ofObject = new HashMap<>();
    variables.forEach(
        (name, id) -> {
          int dot = name.lastIndexOf('.');
          if (dot > 0) {
            ofObject.computeIfAbsent(name.substring(0, dot), o -> new ArrayList<>()).add(id);
          }
        });
    return object ->
        ofObject.getOrDefault(trace.name(Op.Operand.OBJECT, object), List.of()).stream()
            .mapToInt(Integer::intValue)
            .toArray();
  }
}
