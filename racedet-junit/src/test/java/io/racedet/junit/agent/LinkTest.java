package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Weaves, loads and links every class of large jars of old and new compilers. */
class LinkTest {
  private static final Path JARS = Path.of("target", "link-jars");
  private static final String CLASS = ".class";
  private static final JdkModel MODEL = JdkModel.load();

  static List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(JARS)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  @Test
  void linking_brokenCode_isFound() {
    ClassLoader loader = new OneClassLoader("Broken", brokenClass());
    assertThatThrownBy(() -> link(loader, "Broken")).isInstanceOf(VerifyError.class);
  }

  @Test
  void jarsToLink_are_three() throws IOException {
    assertThat(jars()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("jars")
  void weaving_everyClassOfJar_linksAsBefore(Path jar) throws IOException {
    List<String> names = classNames(jar);
    long start = System.nanoTime();
    try (JarLoader woven = new JarLoader(jar, Depth.DATA)) {
      Map<String, Throwable> errors = errors(woven, names);
      long millis = (System.nanoTime() - start) / 1_000_000;
      assertThat(added(errors, jar)).isEmpty();
      assertThat(woven.leftOut).isEmpty();
      System.out.printf(
          "%s: %d classes woven and linked in %d ms, 0 errors beyond the %d of the jar as it is%n",
          jar.getFileName(), woven.woven.size(), millis, errors.size());
      assertThat(woven.woven).hasSameSizeAs(names);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "LENT", "CONTENTS"})
  void weaving_notAllOfTheSmallestJar_linksAsBefore(Depth depth) throws IOException {
    List<Path> jars = jars();
    checkLinks(jars.get(jars.size() - 1), depth);
  }

  @ParameterizedTest
  @MethodSource("jars")
  @Tag("soak")
  void weaving_synchronisationOnly_linksAsBefore(Path jar) throws IOException {
    checkLinks(jar, Depth.SYNC);
  }

  @ParameterizedTest
  @MethodSource("jars")
  @Tag("soak")
  void weaving_lentMonitorsOnly_linksAsBefore(Path jar) throws IOException {
    checkLinks(jar, Depth.LENT);
  }

  private static void checkLinks(Path jar, Depth depth) throws IOException {
    List<String> names = classNames(jar);
    try (JarLoader woven = new JarLoader(jar, depth)) {
      assertThat(added(errors(woven, names), jar)).isEmpty();
    }
  }

  private static List<String> classNames(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(CLASS) && !name.endsWith("module-info.class"))
          .filter(name -> !name.startsWith("META-INF/"))
          .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
          .toList();
    }
  }

  /* Errors beyond those of the jar as it is. Which of several missing classes an error names
   * depends on where the JVM keeps their names. */
  private static Map<String, Throwable> added(Map<String, Throwable> now, Path jar)
      throws IOException {
    Map<String, Throwable> before;
    try (JarLoader plain = new JarLoader(jar, null)) {
      before = errors(plain, now.keySet());
    }
    Map<String, Throwable> added = new TreeMap<>(now);
    added
        .entrySet()
        .removeIf(
            error ->
                before.containsKey(error.getKey())
                    && before.get(error.getKey()).getClass() == error.getValue().getClass());
    return added;
  }

  private static Map<String, Throwable> errors(ClassLoader loader, Collection<String> names) {
    Map<String, Throwable> errors = new TreeMap<>();
    for (String name : names) {
      try {
        link(loader, name);
      } catch (ClassNotFoundException | LinkageError e) {
        errors.put(name, e);
      }
    }
    return errors;
  }

  /* HotSpot links a class before it lists its members, and initialises it only later. */
  private static void link(ClassLoader loader, String name) throws ClassNotFoundException {
    Class.forName(name, false, loader).getDeclaredConstructors();
  }

  private static byte[] brokenClass() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "Broken", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "broken", "()I", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.FCONST_0);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    return writer.toByteArray();
  }

  private static final class OneClassLoader extends ClassLoader {
    private final String name;
    private final byte[] classFile;

    OneClassLoader(String name, byte[] classFile) {
      this.name = name;
      this.classFile = classFile;
    }

    @Override
    protected Class<?> findClass(String wanted) throws ClassNotFoundException {
      if (!wanted.equals(name)) {
        throw new ClassNotFoundException(wanted);
      }
      return defineClass(name, classFile, 0, classFile.length);
    }
  }

  /** Loads the classes of one jar, woven unless the depth is null. */
  private static final class JarLoader extends URLClassLoader {
    private final Depth depth;
    private final ClassWeaver weaver =
        new ClassWeaver(
            new WeavingPlan(), new TypeCatalog(), new SiteTable(), new UserModels(MODEL));
    private final List<NotWoven> leftOut = new ArrayList<>();
    private final Set<String> woven = new HashSet<>();

    JarLoader(Path jar, Depth depth) throws MalformedURLException {
      super(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      this.depth = depth;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + CLASS)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] classFile = in.readAllBytes();
        if (depth != null) {
          ClassWeaver.Woven result = weaver.weave(this, classFile, depth);
          leftOut.addAll(result.leftOut());
          classFile = result.classFile();
          this.woven.add(name);
        }
        return defineClass(name, classFile, 0, classFile.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
