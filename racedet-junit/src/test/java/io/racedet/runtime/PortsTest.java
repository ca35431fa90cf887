package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {
  private static final int LARGEST = 65_535;

  private final Ports ports = new Ports();

  @Test
  void isPeerInside_onlyTheOwnEndIsUsed_isFalse() {
    assertThat(ports.isPeerInside(1, LARGEST)).isFalse();
  }

  @Test
  void isPeerInside_theOtherEndHasBeenUsed_isTrue() {
    ports.isPeerInside(LARGEST, 1);
    assertThat(ports.isPeerInside(1, LARGEST)).isTrue();
  }

  @Test
  void of_addressOfTheNetwork_isItsPort() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), LARGEST);
    assertThat(Ports.of(address)).isEqualTo(LARGEST);
  }

  @Test
  void of_paths_differFromThePortsOfTheNetworkAndFromEachOther() {
    int one = Ports.of(UnixDomainSocketAddress.of("one"));
    int other = Ports.of(UnixDomainSocketAddress.of("other"));
    assertThat(List.of(one, other)).allMatch(port -> port > LARGEST).doesNotHaveDuplicates();
    assertThat(ports.isPeerInside(one, other)).isFalse();
  }

  @Test
  void of_noAddressOrNoName_isNone() {
    assertThat(Ports.of(null)).isZero();
    assertThat(Ports.of(UnixDomainSocketAddress.of(""))).isZero();
  }

  @Test
  void connection_theOtherDirectionOrOtherProcesses_isAnotherNumber() {
    long[] numbers = {Ports.connection(1, LARGEST), Ports.connection(LARGEST, 1), Ports.OUTSIDE};
    assertThat(numbers).doesNotHaveDuplicates();
  }
}
