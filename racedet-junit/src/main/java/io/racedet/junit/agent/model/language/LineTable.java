package io.racedet.junit.agent.model.language;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Finds the lines of the methods of a class in its entry. */
public final class LineTable {
  private final String className;
  private final List<ModelLine> lines;

  /* By identity, as all lines are of the list. */
  private final Set<ModelLine> found = Collections.newSetFromMap(new IdentityHashMap<>());

  public LineTable(ModelClass model, int release) {
    this.className = model.name();
    this.lines = model.lines().stream().filter(line -> line.range().contains(release)).toList();
  }

  /** The line of a method, or null. */
  public ModelLine find(int access, String name, String descriptor) {
    ModelLine rest = null;
    for (ModelLine line : lines) {
      if (line.isRest()) {
        rest = isRest(access, name) ? line : null;
      } else if (line.name().equals(name)
          && (access & Opcodes.ACC_BRIDGE) == 0
          && (line.parameters() == null
              || line.parameters()
                  .equals(SimpleTypes.namesOf(Type.getArgumentTypes(descriptor))))) {
        return used(line);
      }
    }
    return rest == null ? null : used(rest);
  }

  private ModelLine used(ModelLine line) {
    found.add(line);
    return line;
  }

  private static boolean isRest(int access, String name) {
    int not =
        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC;
    return (access & not) == 0 && !name.equals("<init>");
  }

  /** Fails if a line matches no method of the class. */
  public void checkAllFound() {
    for (ModelLine line : lines) {
      if (!found.contains(line)) {
        throw new ModelException(line.origin(), line.text(), "a method of " + className);
      }
    }
  }
}
