package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.Map;

/** The variables of objects, by name: the part before the last dot names the object. */
public final class ObjectVariables implements AllocatedVariables {
  private static final int[] NOTHING = {};

  private final Names names;
  private final Grammar grammar;
  private Map<String, IntArrayList> ofObject; // null until an object is allocated
  private final Map<Integer, int[]> known = new HashMap<>();

  public ObjectVariables(Grammar grammar, Names names) {
    this.grammar = grammar;
    this.names = names;
  }

  private static Map<String, IntArrayList> byObject(Grammar grammar, Names names) {
    int variables = 0;
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      if (EventBlock.isAccess(word)) {
        variables = Math.max(variables, EventBlock.operand(word) + 1);
      }
    }
    Map<String, IntArrayList> ofObject = new HashMap<>();
    for (int variable = 0; variable < variables; variable++) {
      String name = names.name(Operand.VARIABLE, variable);
      int dot = name.lastIndexOf('.');
      if (dot > 0) {
        ofObject.computeIfAbsent(name.substring(0, dot), o -> new IntArrayList()).add(variable);
      }
    }
    return ofObject;
  }

  @Override
  public int[] of(int object) {
    return known.computeIfAbsent(object, this::find);
  }

  private int[] find(int object) {
    if (ofObject == null) {
      ofObject = byObject(grammar, names);
    }
    IntArrayList variables = ofObject.get(names.name(Operand.OBJECT, object));
    return variables == null ? NOTHING : variables.toIntArray();
  }
}
