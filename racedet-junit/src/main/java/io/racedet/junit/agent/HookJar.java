package io.racedet.junit.agent;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.hooks.InlinedHooks;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * The jar of the hook classes, which is appended to the boot class path. Inside racedet's own jar
 * it is a resource, so that no other class loader finds the hooks; in a directory of classes it is
 * built from the classes next to this one, because a build in an IDE does not update the resource.
 */
final class HookJar {
  private static final String RESOURCE = "/META-INF/racedet/racedet-runtime.jar";
  private static final String PACKAGE = "io/racedet/runtime";
  private static final String CLASS = ".class";

  private HookJar() {}

  /** Whether the boot loader already finds the hooks. */
  static boolean isOnBootClassPath() {
    try {
      read(Class.forName(Hook.ENTER.className(), false, null));
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Makes the boot loader find the hook classes, and loads all of them now: they must not be loaded
   * by woven code, which may run while another class is being loaded.
   */
  static void appendToBootClassPath(Instrumentation instrumentation) throws AgentUnavailable {
    try {
      Path jar = Files.createTempFile("racedet-runtime-", ".jar");
      jar.toFile().deleteOnExit();
      write(jar);
      for (String name : append(instrumentation, jar.toFile())) {
        checkSeenByThisLoader(name);
      }
      read(Class.forName(Hook.ENTER.className(), false, null));
    } catch (IOException | URISyntaxException | ClassNotFoundException e) {
      throw new AgentUnavailable(
          "the hook classes cannot be added to the boot class path (" + e + ").",
          "make the directory "
              + System.getProperty("java.io.tmpdir")
              + " (java.io.tmpdir)"
              + " writable, and check that racedet-junit's jar is complete.",
          e);
    }
  }

  /** On the module path, racedet does not read the boot loader's unnamed module by itself. */
  private static void read(Class<?> hooks) {
    HookJar.class.getModule().addReads(hooks.getModule());
  }

  private static List<String> append(Instrumentation instrumentation, File file)
      throws IOException, ClassNotFoundException {
    List<String> classes = new ArrayList<>();
    try (JarFile jar = new JarFile(file)) {
      instrumentation.appendToBootstrapClassLoaderSearch(jar);
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        String name = entries.nextElement().getName();
        if (name.endsWith(CLASS) && !name.endsWith("package-info.class")) {
          String className = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
          Class.forName(className, true, null);
          classes.add(className);
        }
      }
    }
    return classes;
  }

  private static void checkSeenByThisLoader(String name) throws AgentUnavailable {
    ClassLoader found;
    try {
      found = Class.forName(name, false, HookJar.class.getClassLoader()).getClassLoader();
    } catch (ClassNotFoundException e) {
      throw new AgentUnavailable(
          "the class loader "
              + HookJar.class.getClassLoader()
              + " does not delegate to the boot loader.",
          "run the tests in a class loader that delegates to its parent.",
          e);
    }
    if (found != null) {
      throw new AgentUnavailable(
          name + " was loaded by " + found + " before the agent was installed.",
          "install the agent first, before any code that uses io.racedet.runtime.",
          null);
    }
  }

  private static void write(Path jar) throws IOException, URISyntaxException {
    Path classes = ownClassDirectory();
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
        JarOutputStream out = new JarOutputStream(file)) {
      out.setLevel(Deflater.NO_COMPRESSION); // it is read once, by this process
      if (classes != null) {
        pack(classes, out);
        return;
      }
      try (InputStream resource = HookJar.class.getResourceAsStream(RESOURCE)) {
        if (resource == null) {
          throw new IOException("resource " + RESOURCE + " not found");
        }
        copy(new JarInputStream(resource), out);
      }
    }
  }

  private static void copy(JarInputStream in, JarOutputStream out) throws IOException {
    for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
      if (entry.getName().endsWith(CLASS)) {
        put(entry.getName(), in.readAllBytes(), out);
      }
    }
  }

  private static void put(String name, byte[] classFile, JarOutputStream out) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(InlinedHooks.annotate(classFile));
    out.closeEntry();
  }

  private static Path ownClassDirectory() throws URISyntaxException {
    URL self = HookJar.class.getResource(HookJar.class.getSimpleName() + CLASS);
    if (self == null || !"file".equals(self.getProtocol())) {
      return null;
    }
    String url = self.toString();
    String root = url.substring(0, url.length() - path(HookJar.class).length());
    Path classes = Path.of(new URI(root));
    return Files.isDirectory(classes.resolve(PACKAGE)) ? classes : null;
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/') + CLASS;
  }

  private static void pack(Path classes, JarOutputStream out) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(classes.resolve(PACKAGE))) {
      walk.filter(file -> file.toString().endsWith(CLASS)).sorted().forEach(files::add);
    }
    for (Path file : files) {
      String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
      put(name, Files.readAllBytes(file), out);
    }
  }
}
