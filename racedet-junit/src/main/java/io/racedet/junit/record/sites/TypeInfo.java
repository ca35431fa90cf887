package io.racedet.junit.record.sites;

import java.util.List;

/**
 * A woven class, and which classes are initialised with it (JLS 12.4.1).
 *
 * @param loaders numbers of the class loader that has defined it and of those above, nearest first
 * @param superName the superclass, empty if there is none
 * @param hasDefaultMethods whether it is an interface with methods that classes inherit
 */
public record TypeInfo(
    String name,
    List<Integer> loaders,
    String superName,
    List<String> interfaces,
    boolean isInterface,
    boolean hasInitializer,
    boolean hasDefaultMethods) {
  public TypeInfo {
    loaders = List.copyOf(loaders);
    interfaces = List.copyOf(interfaces);
  }

  /** Returns which loader has defined it. */
  public int loader() {
    return loaders.get(0);
  }
}
