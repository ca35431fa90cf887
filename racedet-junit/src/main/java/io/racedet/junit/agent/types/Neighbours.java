package io.racedet.junit.agent.types;

import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.WeavingPlan;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Optional;

/**
 * Tells whether the classes that a class of one loader calls are in scope, before they are loaded.
 */
public final class Neighbours {
  private static final String JAR_PREFIX = "jar:";
  private static final String JAR_SEPARATOR = "!/";

  private final WeavingPlan plan;
  private final ClassLoader loader;
  private final LoaderTypes types;

  public Neighbours(WeavingPlan plan, ClassLoader loader, LoaderTypes types) {
    this.plan = plan;
    this.loader = loader;
    this.types = types;
  }

  /**
   * Whether the data accesses of a class are not recorded. A class that is not found is treated
   * like the others of its package.
   */
  public boolean isOutOfScope(String caller, String name) {
    if (name.equals(caller)) {
      return false;
    }
    Depth known = types.depth(name);
    if (known != Depth.NONE) {
      return known != Depth.DATA;
    }
    Optional<URL> location = types.location(name, this::locate);
    if (location.isEmpty() && packageOf(name).equals(packageOf(caller))) {
      return false;
    }
    return !plan.isInScope(name, location.orElse(null));
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  private Optional<URL> locate(String name) {
    String file = name + ".class";
    URL resource = loader == null ? null : loader.getResource(file);
    if (resource == null) {
      return Optional.empty();
    }
    String url = resource.toString();
    if (!url.endsWith(file)) {
      return Optional.empty();
    }
    String root = url.substring(0, url.length() - file.length());
    boolean inJar = root.startsWith(JAR_PREFIX) && root.endsWith(JAR_SEPARATOR);
    try {
      return Optional.of(
          new URL(
              inJar
                  ? root.substring(JAR_PREFIX.length(), root.length() - JAR_SEPARATOR.length())
                  : root));
    } catch (MalformedURLException nested) {
      return Optional.empty(); // a jar in a jar: scopes match its classes by name only
    }
  }
}
