package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldTestsTest {
  private static final String ANNOTATION =
      """
      package org.junit;
      @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
      public @interface %s {}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void compile() throws Exception {
    new Compiler(List.of())
        .compile(
            Map.of(
                "org.junit.Test",
                ANNOTATION.formatted("Test"),
                "org.junit.Ignore",
                ANNOTATION.formatted("Ignore"),
                "junit.framework.TestCase",
                "package junit.framework; public abstract class TestCase {}",
                "a.FourTest",
                """
                package a;
                public class FourTest extends Base {
                  @org.junit.Test public void one() {}
                  @org.junit.Test @org.junit.Ignore public void two() {}
                  public void testNothing() {}
                }
                """,
                "a.Base",
                """
                package a;
                public abstract class Base { @org.junit.Test public void inherited() {} }
                """,
                "a.ThreeTest",
                """
                package a;
                public class ThreeTest extends junit.framework.TestCase {
                  public void testOne() {}
                  public void testWith(int parameter) {}
                  public void other() {}
                }
                """,
                "a.AllTests",
                "package a; public class AllTests { public static Object suite() { return 1; } }",
                "a.Plain",
                "package a; public class Plain { public void testNothing() {} }"),
            folder);
  }

  @Test
  void eachTest_isCalledByOne() throws Exception {
    assertThat(sources("a.FourTest").get("a.FourTestInJupiter").lines().map(String::strip))
        .contains(
            "class FourTestInJupiter {",
            "void inherited() throws Throwable {",
            "run(org.junit.runner.Request.method(FourTest.class, \"inherited\"));",
            "run(org.junit.runner.Request.method(FourTest.class, \"one\"));")
        .noneMatch(line -> line.contains("two") || line.contains("testNothing"));
    assertThat(sources("a.ThreeTest").get("a.ThreeTestInJupiter").lines().map(String::strip))
        .contains("run(org.junit.runner.Request.method(ThreeTest.class, \"testOne\"));")
        .noneMatch(line -> line.contains("testWith") || line.contains("other"));
  }

  @Test
  void classThatComposesItsTests_isOne() throws Exception {
    assertThat(sources("a.AllTests").get("a.AllTestsInJupiter"))
        .contains("run(org.junit.runner.Request.aClass(AllTests.class));");
  }

  @Test
  void otherClasses_haveNone() throws Exception {
    assertThat(sources("a.Plain", "a.Base")).isEmpty();
  }

  private Map<String, String> sources(String... classes) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      return new OldTests(loader).sources(List.of(classes));
    }
  }
}
