package io.racedet.junit.grande;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The nanoseconds of processors that a process has used.
 *
 * @param all of all threads, those of the JVM, too
 * @param jit of its compilers
 * @param gc of the threads that collect garbage, or do what else needs a pause
 */
record ProcessorTime(long all, long jit, long gc) {
  private static final Pattern COMPILER = line("C[12] CompilerThread\\d+");
  private static final Pattern COLLECTOR = line("GC Thread#\\d+|G1 [^\"]+|VM Thread");
  private static final double NANOS_A_MILLI = 1e6;

  /** Of this process, so far. */
  static ProcessorTime now() throws JMException {
    String threads =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "threadPrint",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    return of(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
        threads);
  }

  /**
   * Of a process with some threads.
   *
   * @param threads what {@code jcmd Thread.print} prints; it is nowhere else in a portable form
   */
  static ProcessorTime of(long all, String threads) {
    return new ProcessorTime(all, sum(COMPILER, threads), sum(COLLECTOR, threads));
  }

  private static Pattern line(String names) {
    return Pattern.compile("(?m)^\"(?:" + names + ")\".* cpu=([\\d.]+)ms");
  }

  private static long sum(Pattern line, String threads) {
    return line.matcher(threads)
        .results()
        .mapToLong(found -> Math.round(Double.parseDouble(found.group(1)) * NANOS_A_MILLI))
        .sum();
  }

  /** What was used since an earlier time. */
  ProcessorTime since(ProcessorTime start) {
    return new ProcessorTime(all - start.all, jit - start.jit, gc - start.gc);
  }

  /** That of all other threads. */
  long rest() {
    return all - jit - gc;
  }
}
