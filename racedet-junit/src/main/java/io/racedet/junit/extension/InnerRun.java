package io.racedet.junit.extension;

import io.racedet.junit.RacedetExtension;
import io.racedet.junit.check.Body;
import io.racedet.junit.check.Repetition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** Runs the test of an outer run again, by its unique id, with its full lifecycle. */
final class InnerRun implements Body {
  private static final String ENGINE = "junit-jupiter";
  private static final String AUTODETECTION = "junit.jupiter.extensions.autodetection.enabled";
  private static final String INCLUDE = "junit.jupiter.extensions.autodetection.include";

  private final InnerLauncher launcher;
  private final LauncherDiscoveryRequest request;
  private final UniqueId uniqueId;
  private final Map<Class<?>, Object> sharedInstances;
  private final StaticTempDirs tempDirs;
  private final boolean autodetectsOthers;
  // Volatile: an abandoned repetition may still finish, on its own thread.
  private volatile List<Map<String, String>> lastEntries = List.of();

  InnerRun(ExtensionContext outer) {
    uniqueId = insideEngine(UniqueId.parse(outer.getUniqueId()));
    sharedInstances = sharedInstances(outer);
    tempDirs = new StaticTempDirs(testClasses(outer));
    autodetectsOthers =
        outer.getConfigurationParameter(AUTODETECTION).map(Boolean::parseBoolean).orElse(false);
    request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectUniqueId(uniqueId))
            .filters(EngineFilter.includeEngines(ENGINE))
            .enableImplicitConfigurationParameters(false)
            .parentConfigurationParameters(new InnerParameters(outer))
            .configurationParameters(overridden(outer))
            .build();
    launcher = InnerLauncher.of(outer);
  }

  private Map<String, String> overridden(ExtensionContext outer) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(AUTODETECTION, "true");
    // Supported since JUnit 5.12.
    outer
        .getConfigurationParameter(INCLUDE)
        .ifPresent(
            include -> parameters.put(INCLUDE, include + "," + RacedetExtension.class.getName()));
    parameters.put("junit.jupiter.execution.parallel.enabled", "false");
    return parameters;
  }

  /** Drops the segments before the engine, which are present if it runs inside a suite. */
  static UniqueId insideEngine(UniqueId id) {
    List<UniqueId.Segment> segments = id.getSegments();
    int engine = 0;
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).getValue().equals(ENGINE)) {
        engine = i;
      }
    }
    UniqueId inside = UniqueId.forEngine(ENGINE);
    for (UniqueId.Segment segment : segments.subList(engine + 1, segments.size())) {
      inside = inside.append(segment);
    }
    return inside;
  }

  /** The contexts of classes hold an instance exactly if their lifecycle is PER_CLASS. */
  private static Map<Class<?>, Object> sharedInstances(ExtensionContext outer) {
    Map<Class<?>, Object> instances = new LinkedHashMap<>();
    for (Optional<ExtensionContext> context = Optional.of(outer);
        context.isPresent();
        context = context.get().getParent()) {
      if (context.get().getTestMethod().isEmpty()) {
        context
            .get()
            .getTestInstance()
            .ifPresent(instance -> instances.put(instance.getClass(), instance));
      }
    }
    return instances;
  }

  private static List<Class<?>> testClasses(ExtensionContext outer) {
    List<Class<?>> classes = new ArrayList<>();
    for (Optional<ExtensionContext> context = Optional.of(outer);
        context.isPresent();
        context = context.get().getParent()) {
      context.get().getTestClass().filter(c -> !classes.contains(c)).ifPresent(classes::add);
    }
    return classes;
  }

  @Override
  public void run(Repetition repetition) throws Throwable {
    InnerRepetition inner = new InnerRepetition(repetition, sharedInstances, tempDirs);
    ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();
    InnerListener listener = new InnerListener(inner, contextLoader);
    try {
      launcher.execute(request, inner, autodetectsOthers, listener);
    } finally {
      tempDirs.restore();
    }
    lastEntries = listener.entries();
    if (listener.failure().isPresent()) {
      throw listener.failure().get();
    }
    if (!listener.hasFinished()) {
      throw new IllegalStateException(
          "repetition "
              + repetition.number()
              + " did not find the test "
              + uniqueId
              + " again (expected: the same tests in each run, including those of a test factory)");
    }
  }

  /** Returns the report entries of the last repetition that finished. */
  List<Map<String, String>> lastEntries() {
    return lastEntries;
  }
}
