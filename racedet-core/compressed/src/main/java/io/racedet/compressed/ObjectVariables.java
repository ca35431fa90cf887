package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.wellformed.MemberTable;
import java.util.HashMap;
import java.util.Map;

/** The variables of objects in a grammar, by name. */
public final class ObjectVariables implements AllocatedVariables {
  private final Names names;
  private final Grammar grammar;
  private MemberTable members; // null until an object is allocated
  private final Map<Integer, int[]> known = new HashMap<>();

  public ObjectVariables(Grammar grammar, Names names) {
    this.grammar = grammar;
    this.names = names;
  }

  private static MemberTable members(Grammar grammar, Names names) {
    int variables = 0;
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      if (EventBlock.isAccess(word)) {
        variables = Math.max(variables, EventBlock.operand(word) + 1);
      }
    }
    MemberTable members = new MemberTable();
    for (int variable = 0; variable < variables; variable++) {
      members.add(names.name(Operand.VARIABLE, variable), variable);
    }
    return members;
  }

  @Override
  public int[] of(int object) {
    return known.computeIfAbsent(object, this::find);
  }

  private int[] find(int object) {
    if (members == null) {
      members = members(grammar, names);
    }
    return members.of(names.name(Operand.OBJECT, object)).toIntArray();
  }
}
