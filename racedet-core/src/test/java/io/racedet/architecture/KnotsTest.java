package io.racedet.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which circles of source files are too large. */
class KnotsTest {
  private final Map<String, String> sources = new HashMap<>();

  /* Each file uses the next one, and the last the first. */
  private void addRing(int files) {
    for (int i = 0; i < files; i++) {
      int next = (i + 1) % files;
      sources.put(
          "p.Type" + i, "package p;\n\nclass Type" + i + " {\n  Type" + next + " next;\n}\n");
    }
  }

  private void setSource(String type, String text) {
    sources.put(type, text);
  }

  @Test
  void ringOfFive_isAllowed() {
    addRing(5);
    assertThat(Knots.of(sources)).isEmpty();
  }

  @Test
  void ringOfSix_isAKnot() {
    addRing(6);
    assertThat(Knots.of(sources))
        .containsExactly(Set.of("p.Type0", "p.Type1", "p.Type2", "p.Type3", "p.Type4", "p.Type5"));
  }

  @Test
  void fileBesideARing_isNoPartOfIt() {
    addRing(5);
    setSource("p.User", "package p;\n\nclass User {\n  Type0 used;\n}\n");
    assertThat(Knots.of(sources)).isEmpty();
  }

  @Test
  void ringThroughAnotherPackage_isAKnot() {
    addRing(5);
    setSource("p.Type4", "package p;\n\nimport q.Other;\n\nclass Type4 {\n  Other next;\n}\n");
    setSource("q.Other", "package q;\n\nimport p.Type0;\n\nclass Other {\n  Type0 next;\n}\n");
    assertThat(Knots.of(sources)).hasSize(1);
  }

  @Test
  void ringOfStaticImports_isAKnot() {
    addRing(6);
    setSource(
        "p.Type5", "package p;\n\nimport static p.Type0.one;\n\nclass Type5 {\n  Type0 next;\n}\n");
    assertThat(Knots.of(sources)).hasSize(1);
  }

  @Test
  void namesInCommentsAndTexts_doNotCount() {
    addRing(6);
    setSource(
        "p.Type5",
        "package p;\n\n/** See {@link Type0}. */\nclass Type5 {\n"
            + "  String one = \"Type0\"; // Type0\n  char c = '\"';\n"
            + "  String two = \"\"\"\n  \\\"Type0\"\n  \"\"\";\n}\n");
    assertThat(Knots.of(sources)).isEmpty();
  }
}
