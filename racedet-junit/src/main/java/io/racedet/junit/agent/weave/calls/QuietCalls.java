package io.racedet.junit.agent.weave.calls;

import java.util.Set;

/** Calls that neither call back woven code nor reach a modelled method of the JDK. */
public final class QuietCalls {
  private static final Set<String> QUIET_OWNERS =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Double",
          "java/lang/Enum",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Math",
          "java/lang/Number",
          "java/lang/Record",
          "java/lang/Short",
          "java/lang/StrictMath",
          "java/lang/String");

  private static final Set<String> OF_OBJECT = Set.of("<init>", "clone", "finalize", "getClass");

  private QuietCalls() {}

  public static boolean contains(String owner, String name, String descriptor) {
    if (owner.equals("java/lang/Object")) {
      return OF_OBJECT.contains(name);
    }
    if (owner.equals("java/util/Objects")) {
      return name.equals("requireNonNull") && !descriptor.contains("Supplier");
    }
    boolean sharesGenerator = name.equals("random");
    return QUIET_OWNERS.contains(owner) && !sharesGenerator && !takesForeignObject(descriptor);
  }

  /** Whether the method may call toString or the like of an object of any class. */
  private static boolean takesForeignObject(String descriptor) {
    return descriptor.contains("java/lang/Object;)")
        || descriptor.contains("java/lang/Object;I")
        || descriptor.contains("java/lang/CharSequence;")
        || descriptor.contains("java/lang/Iterable;")
        || descriptor.contains("[Ljava/lang/Object;");
  }
}
