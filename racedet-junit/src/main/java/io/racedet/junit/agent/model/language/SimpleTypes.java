package io.racedet.junit.agent.model.language;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Type;

/** Types by their simple names, as lines of a model write them. */
public final class SimpleTypes {
  private static final List<String> EXCEPTION_PACKAGES =
      List.of("java.lang.", "java.util.concurrent.", "java.io.", "java.net.", "java.nio.channels.");

  private SimpleTypes() {}

  public static List<String> namesOf(Type... types) {
    List<String> names = new ArrayList<>();
    for (Type type : types) {
      names.add(nameOf(type));
    }
    return names;
  }

  /** The name without package and outer classes. */
  public static String nameOf(Type type) {
    String name = type.getClassName();
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /** The internal name of an exception of {@link #EXCEPTION_PACKAGES}. */
  public static String exceptionNamed(String simpleName, ModelLine line) {
    for (String prefix : EXCEPTION_PACKAGES) {
      try {
        return Type.getInternalName(Class.forName(prefix + simpleName));
      } catch (ClassNotFoundException e) {
        continue;
      }
    }
    throw new ModelException(line.origin(), line.text(), "an existing exception: " + simpleName);
  }
}
