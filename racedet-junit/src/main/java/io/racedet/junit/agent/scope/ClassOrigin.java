package io.racedet.junit.agent.scope;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * The directory or jar that a class comes from.
 *
 * @param path the directory or jar, null if it is not a file
 * @param artifacts the coordinates in the jar, each as {@code group:artifact}
 */
public record ClassOrigin(Path path, boolean isDirectory, Set<String> artifacts) {
  static final ClassOrigin UNKNOWN = new ClassOrigin(null, false, Set.of());

  /** Determines the origin of the classes of a location, which may be null. */
  static ClassOrigin of(URL location) {
    Path path = location == null ? null : path(location);
    if (path == null) {
      return UNKNOWN;
    }
    return Files.isDirectory(path)
        ? new ClassOrigin(path, true, Set.of())
        : new ClassOrigin(path, false, artifactsOf(path));
  }

  /** The location of the code source of a protection domain, or null. */
  public static URL location(ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    return source == null ? null : source.getLocation();
  }

  private static Path path(URL location) {
    if (!"file".equals(location.getProtocol())) {
      return null;
    }
    try {
      return Path.of(URI.create(location.toString().replace(" ", "%20")));
    } catch (IllegalArgumentException | FileSystemNotFoundException notAFile) {
      return null;
    }
  }

  /** Whether the jar is that artifact, by its coordinates or, without any, by its file name. */
  boolean isArtifact(String groupAndArtifact) {
    if (artifacts.contains(groupAndArtifact)) {
      return true;
    }
    String artifact = groupAndArtifact.substring(groupAndArtifact.indexOf(':') + 1);
    String file = path == null || path.getFileName() == null ? "" : path.getFileName().toString();
    return artifacts.isEmpty()
        && (file.equals(artifact + ".jar")
            || file.matches(Pattern.quote(artifact) + "-\\d.*\\.jar"));
  }

  private static Set<String> artifactsOf(Path path) {
    Set<String> result = new HashSet<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        String name = entry.getName();
        if (name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties")) {
          try (InputStream in = jar.getInputStream(entry)) {
            Properties pom = new Properties();
            pom.load(in);
            result.add(pom.getProperty("groupId") + ':' + pom.getProperty("artifactId"));
          }
        }
      }
    } catch (IOException notAJar) {
      return Set.of(); // only its class loader can read it; it is known by its file name
    }
    return result;
  }
}
