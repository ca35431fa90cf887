package io.racedet.junit.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import net.bytebuddy.agent.ByteBuddyAgent;

/** Obtains an {@link Instrumentation} by attaching an agent to the current process. */
final class Attachment {
  private static final String USE_JAVAAGENT =
      "start the test process with -javaagent:<path>/racedet-junit-<version>.jar, in Maven by"
          + " <argLine> of the Surefire plugin, in Gradle by jvmArgs of the test task";

  private Attachment() {}

  static Instrumentation attach() throws AgentUnavailable {
    if ("true".equals(flag("DisableAttachMechanism"))) {
      throw new AgentUnavailable(
          "the JVM runs with -XX:+DisableAttachMechanism, so no agent can be attached to it.",
          "remove that flag; or " + USE_JAVAAGENT + ".",
          null);
    }
    if ("false".equals(flag("EnableDynamicAgentLoading"))) {
      throw new AgentUnavailable(
          "the JVM runs with -XX:-EnableDynamicAgentLoading, so no agent can be loaded after its start.",
          "use -XX:+EnableDynamicAgentLoading instead; or " + USE_JAVAAGENT + ".",
          null);
    }
    try {
      return ByteBuddyAgent.install();
    } catch (IllegalStateException e) {
      throw new AgentUnavailable(
          "attaching to the current process failed (" + innermost(e) + ").",
          USE_JAVAAGENT + ".",
          e);
    }
  }

  /** The value of a HotSpot flag, null when this JVM does not know it. */
  private static String flag(String name) {
    HotSpotDiagnosticMXBean flags =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (flags == null) {
      return null;
    }
    try {
      return flags.getVMOption(name).getValue();
    } catch (IllegalArgumentException unknownFlag) {
      return null;
    }
  }

  private static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
