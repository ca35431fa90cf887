package io.racedet.junit.agent.scope;

import io.racedet.runtime.calls.ReferenceWeaver;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URL;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Classes that are never woven: those of the JDK, whose effects the model describes; those of
 * racedet, with the parts of Byte Buddy that it uses (mocks and proxies exchange objects through
 * the others); and those that run tests, which exchange objects between threads only through the
 * JDK.
 */
final class NeverWoven {
  private static final String[] PREFIXES = {
    "net/bytebuddy/agent/",
    "net/bytebuddy/jar/asm/",
    "org/junit/",
    "junit/",
    "org/opentest4j/",
    "org/apiguardian/",
    "org/apache/maven/surefire/",
    "org/gradle/",
    "worker/org/gradle/",
    "com/intellij/rt/",
    "org/eclipse/jdt/internal/junit",
    "org/jacoco/agent/",
    "jdk/internal/",
    "jdk/proxy",
    "com/sun/proxy/",
  };
  private static final String RACEDET = "io/racedet/";

  /* Its tests and samples are there, too; classes of the extension are told by their location. */
  private static final String[] WITH_TESTS = {RACEDET + "junit/", RACEDET + "samples/"};

  private final Set<String> platformModules;
  private final String ownLocation;

  NeverWoven() {
    platformModules =
        ModuleFinder.ofSystem().findAll().stream()
            .map(ModuleReference::descriptor)
            .map(ModuleDescriptor::name)
            .collect(Collectors.toUnmodifiableSet());
    URL location = ClassOrigin.location(NeverWoven.class.getProtectionDomain());
    ownLocation = location == null ? null : location.toString();
  }

  /** Decides about a class; its loader and its location may be null. */
  boolean contains(Module module, ClassLoader loader, String name, URL location) {
    if (loader == null || module.isNamed() && platformModules.contains(module.getName())) {
      return true;
    }
    if (location != null && location.toString().equals(ownLocation)) {
      return true; // URL.equals would look host names up
    }
    return name.startsWith(RACEDET) && !isIn(WITH_TESTS, name)
        || isIn(PREFIXES, name)
        || name.contains(ReferenceWeaver.MARK);
  }

  private static boolean isIn(String[] prefixes, String name) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
