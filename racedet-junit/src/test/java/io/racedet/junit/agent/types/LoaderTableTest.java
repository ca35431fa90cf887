package io.racedet.junit.agent.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** How long is known what a loader has defined. */
class LoaderTableTest {
  private static final Set<String> METHODS = Set.of("close()V");

  private final LoaderTable table = new LoaderTable();

  private static final class Loader extends ClassLoader {}

  /** Reaches the loader of its class when nothing else does, as objects of many libraries. */
  private static final class Closed {
    private final ClassLoader loader;
    private final Map<String, ClassLoader> found;

    Closed(ClassLoader loader, Map<String, ClassLoader> found) {
      this.loader = loader;
      this.found = found;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      found.put("loader", loader);
    }
  }

  @Test
  void loader_hasTypesOfItsOwn() {
    ClassLoader one = new Loader();
    ClassLoader other = new Loader();
    assertThat(table.of(one)).isSameAs(table.of(one)).isNotSameAs(table.of(other));
    assertThat(table.all()).hasSize(2);
  }

  @Test
  @SuppressWarnings({"deprecation", "removal"})
  void loaderThatOnlyAFinalizerReaches_isStillKnown() {
    Map<String, ClassLoader> found = new ConcurrentHashMap<>();
    abandon(found);
    while (!found.containsKey("loader")) {
      System.gc();
      System.runFinalization();
    }
    assertThat(table.of(found.get("loader")).explicitMonitors("Closed")).isEqualTo(METHODS);
  }

  private void abandon(Map<String, ClassLoader> found) {
    Loader loader = new Loader();
    table.of(loader).explicitMonitors("Closed", METHODS);
    assertThat(new Closed(loader, found).loader).isSameAs(loader);
  }

  @Test
  void loaderThatIsGone_isForgotten() {
    ClassLoader kept = new Loader();
    table.of(kept);
    table.of(new Loader());
    while (table.all().size() > 1) {
      System.gc();
      table.of(kept);
    }
    assertThat(table.all()).containsExactly(table.of(kept));
  }
}
