package io.racedet.junit.truth;

import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;

/** Weaves the raw actions into the JDK, after racedet has woven its own hooks. */
final class RawAgent {
  /** The classes of the programs, which racedet weaves as those of a user. */
  static final String PROGRAMS = "io.racedet.junit.truth.program";

  private static final String HOOKS = "io/racedet/junit/truth/raw/";
  private static final String CLASS = ".class";
  private static final List<String> PACKAGES =
      List.of("java/util/concurrent", "java/util/concurrent/atomic", "java/util/concurrent/locks");
  private static final List<String> OTHERS =
      List.of(
          "java/lang/Thread",
          "java/util/Timer",
          "java/util/TimerThread",
          "java/util/TimerTask",
          "java/util/TaskQueue",
          "java/util/Collections$Synchronized",
          "java/util/Vector",
          "java/util/Hashtable",
          "java/util/Stack",
          "java/util/stream/",
          "java/util/Random",
          "java/io/Piped");

  /** Numbers for random seeds, in one place for all threads: they order threads by accident. */
  private static final Set<String> LEFT_OUT = Set.of("java/util/concurrent/ThreadLocalRandom");

  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.util.stream");

  private static RacedetAgent agent;

  private RawAgent() {}

  /** Weaves everything, once. */
  static synchronized RacedetAgent install() {
    if (agent == null) {
      try {
        RacedetAgent racedet = RacedetAgent.install();
        racedet.cover(new Scope(PROGRAMS, Path.of(""), List.of(PROGRAMS), List.of()));
        Instrumentation instrumentation = ByteBuddyAgent.install();
        appendHooks(instrumentation);
        weave(instrumentation);
        agent = racedet;
      } catch (AgentUnavailable | IOException | ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return agent;
  }

  private static void appendHooks(Instrumentation instrumentation)
      throws IOException, ClassNotFoundException {
    Path jar = Files.createTempFile("racedet-truth-", ".jar");
    jar.toFile().deleteOnExit();
    Path classes =
        Path.of(
            URI.create(RawAgent.class.getProtectionDomain().getCodeSource().getLocation() + HOOKS));
    List<String> names = new ArrayList<>();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        String name = HOOKS + file.getFileName();
        out.putNextEntry(new JarEntry(name));
        Files.copy(file, out);
        out.closeEntry();
        names.add(className(name));
      }
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
    for (String name : names) {
      Class.forName(name, true, null);
    }
  }

  private static String className(String file) {
    return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
  }

  private static void weave(Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    Set<Module> here = Set.of(RawAgent.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", here),
        OPENED.stream().collect(Collectors.toMap(name -> name, name -> here)),
        Set.of(),
        Map.of());
    VolatileFields fields = new VolatileFields();
    List<Class<?>> targets = targets(instrumentation);
    new Handles(fields).define(targets);
    Weaving weaving = new Weaving(fields, targets);
    instrumentation.addTransformer(weaving, true);
    try {
      instrumentation.retransformClasses(targets.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
    if (weaving.failure != null) {
      throw new IllegalStateException(weaving.failure);
    }
  }

  private static List<Class<?>> targets(Instrumentation instrumentation)
      throws IOException, ClassNotFoundException {
    Set<Class<?>> targets = new LinkedHashSet<>();
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> files = Files.walk(image.getPath("/modules/java.base/java"))) {
      for (Path file : files.toList()) {
        String name = file.toString().substring("/modules/java.base/".length());
        if (name.endsWith(CLASS) && isTarget(name.substring(0, name.length() - CLASS.length()))) {
          targets.add(Class.forName(className(name), true, null));
        }
      }
    }
    Path programs =
        Path.of(
            URI.create(
                RawAgent.class.getProtectionDomain().getCodeSource().getLocation()
                    + PROGRAMS.replace('.', '/')));
    try (Stream<Path> files = Files.list(programs)) {
      for (Path file : files.toList()) {
        String name = PROGRAMS + '.' + file.getFileName();
        targets.add(Class.forName(name.substring(0, name.length() - CLASS.length())));
      }
    }
    targets.removeIf(type -> !instrumentation.isModifiableClass(type));
    return List.copyOf(targets);
  }

  private static boolean isTarget(String name) {
    if (LEFT_OUT.stream().anyMatch(prefix -> isWithin(name, prefix))
        || name.endsWith("package-info")) {
      return false;
    }
    return PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('/'))))
        || OTHERS.stream().anyMatch(prefix -> isOther(name, prefix));
  }

  private static boolean isOther(String name, String prefix) {
    return prefix.endsWith("/") || prefix.endsWith("Synchronized") || prefix.endsWith("Piped")
        ? name.startsWith(prefix)
        : isWithin(name, prefix) && !name.startsWith("java/lang/Thread$");
  }

  private static boolean isWithin(String name, String type) {
    return name.equals(type) || name.startsWith(type + '$');
  }

  /** Weaves the targets when the JVM retransforms them. */
  private static final class Weaving implements ClassFileTransformer {
    private final VolatileFields fields;
    private final Set<Class<?>> targets;
    private Throwable failure;

    Weaving(VolatileFields fields, List<Class<?>> targets) {
      this.fields = fields;
      this.targets = Set.copyOf(targets);
    }

    /* The JVM ignores what a transformer throws, so the failure is kept. */
    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] classFile) {
      if (redefined == null || !targets.contains(redefined)) {
        return null;
      }
      try {
        return RawWeaver.weave(classFile, fields);
      } catch (RuntimeException | Error e) {
        failure = e;
        return null;
      }
    }
  }
}
