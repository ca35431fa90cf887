package io.racedet.junit.agent.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScopeTest {
  private static final String TEST = "com.acme.app.AppTest";
  @TempDir private Path project;

  private Scope scope(List<String> instrument, String... exclude) {
    return new Scope(TEST, project, instrument, List.of(exclude));
  }

  private ClassOrigin directory(String name) throws IOException {
    return origin(Files.createDirectories(project.resolve(name)));
  }

  private ClassOrigin jar(String name, String... entries) throws IOException {
    Path jar = project.resolve(name);
    Files.createDirectories(jar.getParent());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String entry : entries) {
        out.putNextEntry(
            new JarEntry("META-INF/maven/" + entry.replace(':', '/') + "/pom.properties"));
        String[] ids = entry.split(":");
        out.write(("groupId=" + ids[0] + "\nartifactId=" + ids[1] + '\n').getBytes());
        out.closeEntry();
      }
    }
    return origin(jar);
  }

  private static ClassOrigin origin(Path path) throws IOException {
    return ClassOrigin.of(path.toUri().toURL());
  }

  @Test
  void default_isWhatTheProjectHasBuilt() throws IOException {
    Scope scope = scope(List.of());
    assertThat(scope.contains("org.x.A", directory("app/target/classes"))).isTrue();
    assertThat(scope.contains("org.x.A", jar("core/target/core-1.jar"))).isTrue();
    assertThat(scope.contains("org.x.A", jar("core/build/libs/core-1.jar"))).isTrue();
    assertThat(scope.contains("org.x.A", jar("lib/other-1.jar"))).isFalse();
    assertThat(scope.contains("com.acme.app.Other", jar("lib/other-1.jar"))).isTrue();
    assertThat(scope.contains("com.acme.app.sub.Other", jar("lib/other-1.jar"))).isFalse();
    assertThat(scope.contains("org.x.A", ClassOrigin.UNKNOWN)).isFalse();
  }

  @Test
  void package_isWithAllBelow_butNoOtherOfTheSameBeginning() {
    Scope scope = scope(List.of("org.x"));
    assertThat(scope.contains("org.x.A", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope.contains("org.x.y.A", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope.contains("org.xy.A", ClassOrigin.UNKNOWN)).isFalse();
    assertThat(scope.contains("com.acme.app.Other", ClassOrigin.UNKNOWN)).isFalse();
  }

  @Test
  void class_isWithAllNested() {
    Scope scope = scope(List.of("org.x.A"));
    assertThat(scope.contains("org.x.A", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope.contains("org.x.A$B$1", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope.contains("org.x.AB", ClassOrigin.UNKNOWN)).isFalse();
  }

  @Test
  void testClass_isAlwaysInScope_unlessExcluded() {
    assertThat(scope(List.of("org.x")).contains(TEST + "$Nested", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope(List.of("org.x"), TEST).contains(TEST, ClassOrigin.UNKNOWN)).isFalse();
  }

  @Test
  void artifact_isKnownByItsPom_elseByItsFileName() throws IOException {
    Scope scope = scope(List.of("org.x:tools"));
    assertThat(scope.contains("a.B", jar("lib/renamed.jar", "org.x:tools"))).isTrue();
    assertThat(scope.contains("a.B", jar("lib/fat.jar", "org.y:z", "org.x:tools"))).isTrue();
    assertThat(scope.contains("a.B", jar("lib/tools-2.jar", "org.y:tools"))).isFalse();
    assertThat(scope.contains("a.B", jar("lib/tools-1.0.jar"))).isTrue();
    assertThat(scope.contains("a.B", jar("lib/tools.jar"))).isTrue();
    assertThat(scope.contains("a.B", jar("lib/tools-extra-1.0.jar"))).isFalse();
  }

  @Test
  void exclusion_winsOverInclusion() throws IOException {
    Scope scope = scope(List.of("org.x"), "org.x.y", "org.z:lib");
    assertThat(scope.contains("org.x.A", ClassOrigin.UNKNOWN)).isTrue();
    assertThat(scope.contains("org.x.y.A", ClassOrigin.UNKNOWN)).isFalse();
    assertThat(scope.contains("org.x.A", jar("lib/lib-1.jar", "org.z:lib"))).isFalse();
  }

  @Test
  void projectRoot_isTopmostDirectoryWithBuildFile() throws IOException {
    Path module = Files.createDirectories(project.resolve("root/parent/module/target/classes"));
    Files.createFile(project.resolve("root/pom.xml"));
    Files.createFile(project.resolve("root/parent/module/pom.xml"));
    assertThat(Scope.projectRoot(module)).isEqualTo(project.resolve("root"));
  }

  @Test
  void scopeOfTestClass_namesOutermostClassAndThisProject() {
    Scope scope = Scope.of(Inner.class, List.of(), List.of());
    assertThat(scope.testClass()).isEqualTo(ScopeTest.class.getName());
    assertThat(scope.project().resolve("racedet-junit/pom.xml")).exists();
  }

  private static final class Inner {}
}
