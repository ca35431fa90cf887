package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.subjects.LoadedLater;
import io.racedet.junit.agent.subjects.Monitors;
import io.racedet.junit.agent.subjects.NeverInitialised;
import io.racedet.junit.agent.subjects.Shared;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.calls.AgentServices;
import io.racedet.runtime.schedule.Schedule;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs the agent in JVMs with various command lines. */
class InstallTest {
  private static final String OK = "recorded, woven and booted";

  /** Installs the agent, records one class loaded before and one after, and prints the outcome. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      Shared before = new Shared();
      try {
        RacedetAgent agent = RacedetAgent.install();
        List<String> packages = List.of("io.racedet.junit.agent.subjects");
        Scope scope = Scope.of(Main.class, packages, List.of());
        Coverage coverage = agent.cover(scope);
        check(coverage.failures().isEmpty(), "failures " + coverage.failures());
        check(agent == RacedetAgent.install(), "a second agent");
        check(agent.cover(scope).woven().equals(coverage.woven()), "covers more when asked again");
        check(Hooks.class.getClassLoader() == null, "hooks are not on the boot class path");
        Recorder recorder = Recorder.start(new Plan(Schedule.NONE, 1, 1000));
        long number = before.next() + new LoadedLater().next();
        try (RawTrace trace = recorder.stop()) {
          check(number == 4 && trace.threads().size() == 1, "recorded " + trace.threads());
        }
        for (int i = 0; i < 2; i++) {
          check(isSynchronized(Shared.class), "a loaded class lost the flag of a method");
          check(!isSynchronized(LoadedLater.class), "a defined class kept it");
          Instrumentation jvm = (Instrumentation) AgentState.instrumentation();
          jvm.retransformClasses(Shared.class, LoadedLater.class);
        }
        check(agent.coverage(scope).failures().isEmpty(), "woven again: " + agent.coverage(scope));
        check(agent.classesOf(scope).test(Shared.class.getName()), "not woven when retransformed");
        check(agent.classesOf(scope).test(LoadedLater.class.getName()), "not woven when loaded");
        checkRequests();
        System.out.println(OK);
      } catch (AgentUnavailable e) {
        System.out.println(e.getMessage());
      } catch (ReflectiveOperationException | UnmodifiableClassException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void checkRequests() throws ReflectiveOperationException {
      check(asksFirst(Shared.class, "next()I"), "a loaded class has the flag");
      check(asksFirst(new Shared() {}.getClass(), "next()I"), "the method is inherited");
      Class<?> overriding =
          new Shared() {
            @Override
            public int next() {
              return 0;
            }
          }.getClass();
      check(!asksFirst(overriding, "next()I"), "overridden without it");
      check(!asksFirst(LoadedLater.class, "next()I"), "a defined class has no flag");
      ClassLoader loader = Main.class.getClassLoader();
      Class<?> later = Class.forName(Monitors.class.getName(), false, loader);
      check(!asksFirst(later, "ofClass()I"), "its initialiser comes first");
      Class.forName(Monitors.class.getName(), true, loader);
      check(asksFirst(later, "ofClass()I"), "is initialised");
      try {
        NeverInitialised.call();
        check(false, "its initialiser fails");
      } catch (ExceptionInInitializerError e) {
        check(!asksFirst(NeverInitialised.class, "call()I"), "cannot be called");
      }
    }

    private static boolean asksFirst(Class<?> type, String method)
        throws ReflectiveOperationException {
      Field known = Class.forName("io.racedet.runtime.Registry").getDeclaredField("services");
      known.setAccessible(true);
      return ((AgentServices) known.get(null)).monitors.askFirst(type, method);
    }

    private static boolean isSynchronized(Class<?> type) throws NoSuchMethodException {
      return Modifier.isSynchronized(type.getMethod("next").getModifiers());
    }

    private static void check(boolean condition, String otherwise) {
      if (!condition) {
        throw new IllegalStateException(otherwise);
      }
    }
  }

  /* Too short for the optimising compiler to be worth its time. */
  private static ForkedJvm run(Class<?> main, String... flags) throws Exception {
    List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    all.addAll(List.of(flags));
    return ForkedJvm.run(main, all.toArray(String[]::new));
  }

  @Test
  void agent_attachesItself() throws Exception {
    ForkedJvm result = run(Main.class);
    assertThat(result.output()).contains(OK);
    assertThat(result.exitValue()).isZero();
  }

  @Test
  void attachForbidden_isSaidWithRemedy() throws Exception {
    ForkedJvm result = run(Main.class, "-XX:+DisableAttachMechanism");
    assertThat(result.output())
        .contains("cannot install its agent: the JVM runs with -XX:+DisableAttachMechanism")
        .contains("remove that flag; or start the test process with -javaagent:")
        .contains("racedet-junit-<version>.jar")
        .contains("<argLine>")
        .contains("jvmArgs");
  }

  @Test
  void lateLoadingForbidden_isSaidWithRemedy() throws Exception {
    ForkedJvm result = run(Main.class, "-XX:-EnableDynamicAgentLoading");
    assertThat(result.output())
        .contains("the JVM runs with -XX:-EnableDynamicAgentLoading")
        .contains("use -XX:+EnableDynamicAgentLoading instead");
  }

  @Test
  void agentOfCommandLine_needsNoAttaching(@TempDir Path directory) throws Exception {
    Path jar = directory.resolve("agent.jar");
    writeAgentJar(jar);
    ForkedJvm result = run(Main.class, "-XX:+DisableAttachMechanism", "-javaagent:" + jar);
    assertThat(result.output()).contains(OK);
    assertThat(result.exitValue()).isZero();
  }

  /** As on a command line that several build tools contribute to. */
  @Test
  void agentOfCommandLine_givenTwice_weavesOnce(@TempDir Path directory) throws Exception {
    Path jar = directory.resolve("agent.jar");
    Path other = directory.resolve("other.jar");
    writeAgentJar(jar);
    writeAgentJar(other);
    ForkedJvm result = run(CountingMain.class, "-javaagent:" + jar, "-javaagent:" + other);
    assertThat(result.output()).contains("accesses: 2");
    assertThat(result.exitValue()).isZero();
  }

  /** Records one increment of a field, and says how many accesses that was. */
  static final class CountingMain {
    private CountingMain() {}

    public static void main(String[] args) throws AgentUnavailable {
      RacedetAgent agent = RacedetAgent.install();
      String name = Count.class.getName();
      agent.cover(Scope.of(CountingMain.class, List.of(name), List.of()));
      Count count = new Count();
      Recording recording =
          Recording.start(
              agent.sites(),
              new RecordingOptions(io.racedet.junit.Schedule.NONE, 1, 1000, name::equals));
      count.increment();
      try (RecordedTrace trace = recording.stop()) {
        System.out.println("accesses: " + trace.accesses());
      }
    }
  }

  private static final class Count {
    private int value;

    void increment() {
      value++;
    }
  }

  @Test
  void optionOfAgent_isRefused(@TempDir Path directory) throws Exception {
    Path jar = directory.resolve("agent.jar");
    writeAgentJar(jar);
    ForkedJvm result = run(Main.class, "-javaagent:" + jar + "=verbose");
    assertThat(result.output()).contains("-javaagent option: \"verbose\" (expected: no option");
    assertThat(result.exitValue()).isNotZero();
  }

  /** A jar that contains only the manifest: the class path has the classes. */
  private static void writeAgentJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", RacedetAgent.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }
}
