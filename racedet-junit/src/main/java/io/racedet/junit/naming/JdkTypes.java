package io.racedet.junit.naming;

import io.racedet.junit.libraries.LibraryCollections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a reference of a static type may refer to an object of a class of which the simple name
 * is known. Loads classes of the JDK only. Not thread-safe.
 */
final class JdkTypes {
  private static final List<String> PACKAGES =
      List.of(
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.lang",
          "java.io",
          "java.nio",
          "java.text",
          "java.security",
          "java.util.regex",
          "java.util.zip",
          "javax.crypto");

  private static final String OBJECT = "Ljava/lang/Object;";

  private final Map<String, Optional<Class<?>>> loaded = new HashMap<>(); // by binary name

  /**
   * Returns false if it is known that it cannot, and also for references of type {@code Object}:
   * collections take their elements by them, and do not look into them.
   *
   * @param descriptor the static type; empty if it is not known
   * @param simpleName the class of the object, with a dot before the name of a nested class
   */
  boolean mayBe(String descriptor, String simpleName) {
    if (descriptor.isEmpty()) {
      return true;
    }
    if (descriptor.charAt(0) != 'L' || descriptor.equals(OBJECT)) {
      return false;
    }
    String internal = descriptor.substring(1, descriptor.length() - 1);
    if (LibraryCollections.areCalledBy(internal)) {
      return true; // which may be one of the JDK, or contain one
    }
    String name = internal.replace('/', '.');
    if (name.substring(name.lastIndexOf('.') + 1).replace('$', '.').equals(simpleName)) {
      return true;
    }
    Optional<Class<?>> type = name.startsWith("java") ? load(name) : Optional.empty();
    Optional<Class<?>> object = named(simpleName);
    if (type.isEmpty()) {
      return false; // a class of the program is no supertype of one of the JDK
    }
    return object.isPresent()
        ? type.get().isAssignableFrom(object.get())
        : type.get().isInterface(); // which a class of the program may implement
  }

  private Optional<Class<?>> named(String simpleName) {
    String nested = simpleName.replace('.', '$');
    return PACKAGES.stream()
        .map(each -> load(each + '.' + nested))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Class<?>> load(String name) {
    return loaded.computeIfAbsent(name, JdkTypes::find);
  }

  private static Optional<Class<?>> find(String name) {
    try {
      return Optional.of(Class.forName(name, false, null));
    } catch (ClassNotFoundException unknown) {
      return Optional.empty();
    }
  }
}
