package io.racedet.samples.real;

import io.racedet.samples.noise.Instruments;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One version of a library with its driver, in a class loader that sees only the JDK, and what the
 * calls name that are added to the library.
 */
final class LibraryVersion implements AutoCloseable {
  private static final Path ROOT = Path.of("target", "real-races");

  private final URLClassLoader loader;

  private LibraryVersion(URLClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Loads the version in a new class loader, so that its static fields have their initial values.
   */
  static LibraryVersion load(String race, String version) throws IOException {
    List<URL> path = new ArrayList<>();
    path.add(url(ROOT.resolve("drivers")));
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(ROOT.resolve(race).resolve(version), "*.jar")) {
      for (Path jar : jars) {
        path.add(url(jar));
      }
    }
    return new LibraryVersion(new URLClassLoader(path.toArray(URL[]::new), new JdkAndCalls()));
  }

  private static final class JdkAndCalls extends ClassLoader {
    JdkAndCalls() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return Instruments.NAMED.stream()
          .filter(type -> type.getName().equals(name))
          .findFirst()
          .orElseThrow(() -> new ClassNotFoundException(name));
    }
  }

  /** The two bodies of a driver, which two threads run. */
  Runnable[] bodies(String driver) throws Exception {
    Class<?> type = loader.loadClass("io.racedet.samples.drivers." + driver);
    return (Runnable[]) ((Callable<?>) type.getConstructor().newInstance()).call();
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
