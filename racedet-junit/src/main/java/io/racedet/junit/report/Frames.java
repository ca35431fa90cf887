package io.racedet.junit.report;

import io.racedet.report.Frame;
import java.util.List;

/** Writes a stack: frames of the test's own code in full, consecutive others as their number. */
final class Frames {
  private static final List<String> FRAMEWORKS =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "org.junit.",
          "org.testng.",
          "org.apache.maven.",
          "org.gradle.",
          "com.intellij.",
          "org.eclipse.jdt.",
          "kotlin.",
          "kotlinx.",
          "io.racedet.junit.check.",
          "io.racedet.junit.spi.",
          "io.racedet.junit.extension.",
          "io.racedet.junit.Parallel",
          "io.racedet.junit.RaceCheck",
          "io.racedet.junit.RacedetExtension",
          "io.racedet.runtime.");

  private Frames() {}

  static void append(StringBuilder text, List<Frame> frames, String indent) {
    int folded = 0;
    for (int i = 0; i < frames.size(); i++) {
      // The innermost frame is that of the access: shown whatever class it belongs to.
      if (i > 0 && isFramework(frames.get(i))) {
        folded++;
        continue;
      }
      fold(text, folded, indent);
      folded = 0;
      text.append(indent).append("at ").append(frames.get(i).text()).append('\n');
    }
    fold(text, folded, indent);
    if (frames.isEmpty()) {
      text.append(indent).append("at an unknown location\n");
    }
  }

  private static void fold(StringBuilder text, int count, String indent) {
    if (count > 0) {
      text.append(indent).append("... ").append(count);
      text.append(count == 1 ? " frame" : " frames").append(" of libraries\n");
    }
  }

  private static boolean isFramework(Frame frame) {
    return FRAMEWORKS.stream().anyMatch(frame.className()::startsWith);
  }
}
