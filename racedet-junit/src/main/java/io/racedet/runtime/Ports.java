package io.racedet.runtime;

import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;

/**
 * Both ends of a connection may be in this process, as objects that know nothing of each other.
 * What they have in common is their two ports. An end whose peer has not been seen here may be
 * connected to another process, which may hand over to a third end whatever it gets: all such ends
 * share one channel.
 *
 * <p>Thread-safe, and of a fixed size: ports remain known when they are closed. Who does not see
 * yet that a port is known takes it for one of another process, which orders more.
 */
final class Ports {
  /** The operand of what is exchanged with other processes. */
  static final long OUTSIDE = -1;

  private static final int OF_NETWORK = 1 << 16;
  private static final int OF_FILES = 1 << 16;

  private final boolean[] seen = new boolean[OF_NETWORK + OF_FILES];

  /** The operand of what is sent from one port to another. */
  static long connection(int from, int to) {
    return (long) from << 32 | to;
  }

  /**
   * The number of the port of an address: one that no port of the network has if it is the path of
   * a file, and 0 if there is none.
   */
  static int of(Object address) {
    if (address instanceof InetSocketAddress of) {
      return of.getPort();
    }
    Object path = address instanceof UnixDomainSocketAddress of ? of.getPath() : "";
    String text = path.toString(); // a path of the JDK's own
    return text.isEmpty() ? 0 : OF_NETWORK + (text.hashCode() & OF_FILES - 1);
  }

  /** An end of a connection is used here; whether the other one has been, too. */
  boolean isPeerInside(int own, int peer) {
    seen[own] = true;
    return seen[peer];
  }
}
