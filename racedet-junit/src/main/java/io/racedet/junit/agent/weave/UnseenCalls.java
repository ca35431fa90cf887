package io.racedet.junit.agent.weave;

import java.util.List;
import java.util.Set;

/**
 * Calls by which woven code reaches code whose data is not recorded: one thread may store there
 * what another one reads, and no event tells so. Does not contain code that only reports, compares
 * or computes.
 */
final class UnseenCalls {
  /** Packages of the JDK; the collections inside are guarded by locks of their own. */
  private static final List<String> JDK_PACKAGES =
      List.of(
          "java/awt/",
          "java/beans/",
          "java/io/",
          "java/net/",
          "java/nio/",
          "java/rmi/",
          "java/sql/",
          "java/text/",
          "java/util/zip/",
          "javax/");

  private static final Set<String> JDK_CLASSES =
      Set.of(
          "java/util/Date", "java/util/Formatter", "java/util/Scanner", "java/util/StringJoiner");

  private static final Set<String> JDK_REPORTS =
      Set.of("java/io/Console", "java/io/File", "java/io/PrintStream", "java/io/PrintWriter");

  /** Packages of libraries through which threads do not exchange data. */
  private static final List<String> HARMLESS =
      List.of(
          "io/racedet/junit/",
          "kotlin/jvm/internal/",
          "org/apache/commons/logging/",
          "org/apache/log4j/",
          "org/apache/logging/",
          "org/assertj/",
          "org/hamcrest/",
          "org/junit/",
          "org/mockito/",
          "org/slf4j/");

  private UnseenCalls() {}

  /** Whether a call is one of them; the caller must be woven for data accesses. */
  static boolean contains(WovenClass caller, int opcode, String owner) {
    if (owner.startsWith("java/") || owner.startsWith("javax/")) {
      return !OpaqueCalls.isModelled(opcode, owner) && isOfJdk(owner);
    }
    return owner.charAt(0) != '['
        && HARMLESS.stream().noneMatch(owner::startsWith)
        && caller.isOutOfScope(owner);
  }

  private static boolean isOfJdk(String owner) {
    return JDK_CLASSES.contains(owner)
        || JDK_PACKAGES.stream().anyMatch(owner::startsWith)
            && !JDK_REPORTS.contains(owner)
            && !owner.endsWith("Exception");
  }
}
