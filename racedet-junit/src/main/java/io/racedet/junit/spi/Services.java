package io.racedet.junit.spi;

import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Finds the one implementation of each interface of this package. */
public final class Services {
  private Services() {}

  /**
   * Finds an implementation; returns creates instances, without looking at any file again.
   *
   * @throws IllegalStateException if the jar of racedet-junit is incomplete
   */
  public static <S> Supplier<S> find(Class<S> service) {
    return ServiceLoader.load(service, Services.class.getClassLoader()).stream()
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no implementation of "
                        + service.getName()
                        + " (expected: one in META-INF/services of the jar of racedet-junit)"));
  }
}
