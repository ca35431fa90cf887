package io.racedet.junit.spi;

import java.util.ServiceLoader;

/** Finds the one implementation of each interface of this package. */
public final class Services {
  private Services() {}

  /**
   * Finds an implementation.
   *
   * @param service an interface of this package
   * @param <S> the interface
   * @return a new instance
   * @throws IllegalStateException if the jar of racedet-junit is incomplete
   */
  public static <S> S find(Class<S> service) {
    return ServiceLoader.load(service, Services.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no implementation of "
                        + service.getName()
                        + " (expected: one in META-INF/services of the jar of racedet-junit)"));
  }
}
