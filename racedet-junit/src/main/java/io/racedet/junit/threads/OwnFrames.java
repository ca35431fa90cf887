package io.racedet.junit.threads;

import io.racedet.junit.record.sites.ReferenceClasses;
import java.util.ArrayList;
import java.util.List;

/** The frames of a stack that belong to the program: not those of the JDK or of the runner. */
final class OwnFrames {
  private static final String RUNNER = "org.junit.";

  /** Code of the JDK between a call and the method that it calls. */
  private static final List<String> CALLS =
      List.of("java.lang.reflect.", "java.lang.invoke.", "jdk.internal.reflect.");

  private static final List<String> OTHERS =
      List.of(
          "io.racedet.junit.check.BodyRunner",
          "io.racedet.junit.threads.TestThread",
          "io.racedet.junit.check.BlockCheck",
          "io.racedet.junit.RaceCheck",
          "io.racedet.junit.Parallel",
          "io.racedet.runtime.");

  /** Code of the recording, in which a thread waits for memory or for the analysis. */
  private static final List<String> OF_RECORDING =
      List.of("io.racedet.runtime.log.", "io.racedet.runtime.RawTrace");

  private OwnFrames() {}

  /** The own frames of a stack, below the method of the JDK that the topmost of them has called. */
  static List<StackTraceElement> of(StackTraceElement[] stack) {
    List<StackTraceElement> own = new ArrayList<>();
    StackTraceElement called = null;
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith(RUNNER)) {
        break;
      }
      if (isOwn(frame)) {
        if (own.isEmpty() && called != null) {
          own.add(called);
        }
        own.add(frame);
      } else if (isJdk(frame)) {
        called = called != null && startsWithAny(frame, CALLS) ? called : frame;
      } else if (isOfRecording(frame)) {
        called = null; // which the program has not called
      }
    }
    if (own.isEmpty() && stack.length > 0) {
      own.add(stack[0]);
    }
    return own;
  }

  /** Whether a thread waits for the recording, and not for another thread of the program. */
  static boolean waitsForRecording(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isOfRecording(frame)) {
        return true;
      }
      if (isOwn(frame)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isOfRecording(StackTraceElement frame) {
    return startsWithAny(frame, OF_RECORDING);
  }

  static boolean isOwn(StackTraceElement frame) {
    return frame != null
        && !isJdk(frame)
        && !startsWithAny(frame, OTHERS)
        && !ReferenceClasses.contains(frame.getClassName());
  }

  /** Where the program is, as in a stack trace. */
  static String place(StackTraceElement[] stack) {
    return of(stack).stream()
        .filter(OwnFrames::isOwn)
        .findFirst()
        .map(OwnFrames::text)
        .orElse("an unknown place");
  }

  /** A frame as in a stack trace, without the names of its class loader and module. */
  static String text(StackTraceElement frame) {
    return new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
        .toString();
  }

  /** Whether it is a method of the JDK. */
  static boolean isJdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  private static boolean startsWithAny(StackTraceElement frame, List<String> prefixes) {
    return prefixes.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
