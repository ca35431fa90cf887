package io.racedet.junit.agent.weave;

import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls of JDK code whose internal synchronisation, such as of caches, must not order the threads
 * of its callers. Does not contain what a class outside the JDK can implement.
 */
final class OpaqueCalls {
  private static final List<String> PACKAGES =
      List.of(
          "java/lang/invoke/",
          "java/lang/module/",
          "java/lang/reflect/",
          "java/math/",
          "java/net/",
          "java/nio/",
          "java/security/",
          "java/text/",
          "java/time/",
          "java/util/jar/",
          "java/util/logging/",
          "java/util/prefs/",
          "java/util/regex/",
          "java/util/zip/",
          "javax/crypto/");

  private static final Set<String> CLASSES =
      Set.of(
          "java/io/Console",
          "java/io/File",
          "java/io/PrintStream",
          "java/io/PrintWriter",
          "java/lang/Class",
          "java/lang/Module",
          "java/lang/ProcessBuilder",
          "java/lang/Runtime",
          "java/lang/StackWalker",
          "java/lang/System",
          "java/lang/ThreadGroup",
          "java/util/Calendar",
          "java/util/Currency",
          "java/util/Date",
          "java/util/Formatter",
          "java/util/GregorianCalendar",
          "java/util/Locale",
          "java/util/Random",
          "java/util/ResourceBundle",
          "java/util/Scanner",
          "java/util/ServiceLoader",
          "java/util/SplittableRandom",
          "java/util/TimeZone",
          "java/util/UUID");

  private static final Set<String> EXCEPT =
      Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

  /** Classes whose state is modelled, but not their construction. */
  private static final Set<String> MODELLED =
      Set.of(
          "java/text/DateFormat",
          "java/text/DecimalFormat",
          "java/text/Format",
          "java/text/NumberFormat",
          "java/text/SimpleDateFormat",
          "java/util/Calendar",
          "java/util/GregorianCalendar",
          "java/util/regex/Matcher");

  private OpaqueCalls() {}

  /** Whether what the call does to the object is modelled. */
  static boolean isModelled(int opcode, String owner) {
    return opcode == Opcodes.INVOKEVIRTUAL && MODELLED.contains(owner);
  }

  static boolean contains(int opcode, String owner, String name) {
    if (opcode == Opcodes.INVOKEINTERFACE || isModelled(opcode, owner)) {
      return false;
    }
    if (owner.equals("java/lang/String")) {
      return name.equals("format") || name.equals("formatted");
    }
    return CLASSES.contains(owner)
        || !EXCEPT.contains(owner) && PACKAGES.stream().anyMatch(owner::startsWith);
  }
}
