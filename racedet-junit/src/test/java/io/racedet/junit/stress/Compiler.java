package io.racedet.junit.stress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles generated programs in memory. */
public final class Compiler implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of("--release", "17", "-proc:none", "-g", "-nowarn", "-classpath", ownClasses());

  private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
  private final StandardJavaFileManager files = javac.getStandardFileManager(null, null, null);

  private static String ownClasses() {
    try {
      return new File(Compiler.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class files of some programs, by binary name. */
  Map<String, byte[]> compile(List<ProgramText> programs) {
    return compile(
        programs.stream().collect(Collectors.toMap(ProgramText::name, ProgramText::text)));
  }

  /** The class files, by binary name, of the package of programs, given as text by simple name. */
  public Map<String, byte[]> compile(Map<String, String> programs) {
    Map<String, ByteArrayOutputStream> classes = new HashMap<>();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<Source> sources =
        programs.entrySet().stream()
            .map(program -> new Source(program.getKey(), program.getValue()))
            .toList();
    JavaFileManager manager = new InMemory(files, classes);
    if (!javac.getTask(null, manager, problems, OPTIONS, null, sources).call()) {
      throw new IllegalStateException(
          problems.getDiagnostics().stream()
              .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
              .toList()
              .toString());
    }
    Map<String, byte[]> bytes = new HashMap<>();
    classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
    return bytes;
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + ProgramText.PACKAGE + '/' + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes;

    InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      classes.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }

  /**
   * Loads the classes of a program, any number of times: all of them at once, because a loader that
   * finds a class while the program is recorded holds a lock that the program does not know of.
   */
  static Program load(Map<String, byte[]> classes, ProgramText program) {
    return load(classes, program.name(), Program.class);
  }

  /** The same of a program that has a simple name, and what its class implements. */
  public static <T> T load(Map<String, byte[]> classes, String program, Class<T> type) {
    try {
      String name = ProgramText.PACKAGE + '.' + program;
      ClassLoader loader = new MemoryLoader(classes);
      for (String each : classes.keySet()) {
        if (each.startsWith(name + '$')) {
          Class.forName(each, false, loader);
        }
      }
      return Class.forName(name, true, loader)
          .asSubclass(type)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class MemoryLoader extends ClassLoader {
    private final Map<String, byte[]> classes;

    MemoryLoader(Map<String, byte[]> classes) {
      super(Program.class.getClassLoader());
      this.classes = classes;
    }

    /* The weaver looks a class up before it is loaded. */
    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = classes.get(name.replace(".class", "").replace('/', '.'));
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
