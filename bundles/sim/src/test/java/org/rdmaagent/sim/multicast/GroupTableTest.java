// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/** Groups come with their first member and go with the last one that keeps them. */
class GroupTableTest {
    private static final Gid MGID = new Gid(0xff12_401b_ffff_0000L, 0x0f01_0203);
    private static final Gid PORT = new Gid(0xfe80_0000_0000_0000L, 1);
    private static final Gid OTHER_PORT = new Gid(0xfe80_0000_0000_0000L, 2);
    private static final Group WANTED = Group.of(MGID, 0x0b1b, 0xffff);

    private final GroupTable table = new GroupTable();

    @Test
    void theFirstMemberMakesTheGroup() {
        Group made = table.join(WANTED, PORT, Member.FULL);
        assertEquals(WANTED.withMlid(new Lid(0xc001)), made);
        assertEquals(made, table.join(WANTED.withSl(3), OTHER_PORT, Member.NON));
        assertEquals(List.of(made), table.groups());
        assertEquals(
                List.of(
                        new Member(MGID, PORT, Member.FULL),
                        new Member(MGID, OTHER_PORT, Member.NON)),
                table.members());
    }

    @Test
    void theGroupGoesWithTheLastOneThatKeepsIt() {
        table.join(WANTED, PORT, Member.FULL | Member.SEND_ONLY_FULL);
        table.join(WANTED, OTHER_PORT, Member.NON);
        assertTrue(table.leave(MGID, PORT, Member.FULL));
        assertEquals(2, table.members(MGID).size());
        assertFalse(table.leave(MGID, PORT, Member.FULL));
        assertTrue(table.leave(MGID, PORT, Member.SEND_ONLY_FULL));
        assertEquals(List.of(), table.members(MGID));
        assertEquals(Optional.empty(), table.group(MGID));
    }

    @Test
    void strangersLeaveNothing() {
        assertFalse(table.leave(MGID, PORT, Member.FULL));
        table.join(WANTED, PORT, Member.FULL);
        assertFalse(table.leave(MGID, OTHER_PORT, Member.FULL));
        assertEquals(1, table.members().size());
    }

    @Test
    void forgottenPortsAreMembersOfNothing() {
        table.join(WANTED, PORT, Member.FULL);
        table.join(WANTED, OTHER_PORT, Member.FULL);
        table.join(WANTED.withMgid(new Gid(MGID.prefix(), 9)), PORT, Member.FULL);
        table.forget(Set.of(PORT));
        assertEquals(List.of(new Member(MGID, OTHER_PORT, Member.FULL)), table.members());
        assertEquals(1, table.groups().size());
    }

    @Test
    void theBroadcastGroupHasTheFirstNumberAndKeepsIt() {
        Group broadcast = table.join(WANTED.withMgid(GroupTable.BROADCAST), PORT, Member.FULL);
        assertEquals(new Lid(0xc000), broadcast.mlid());
        Group before = table.join(WANTED, PORT, Member.FULL);
        table.renumber();
        assertEquals(Optional.of(broadcast), table.group(GroupTable.BROADCAST));
        assertFalse(before.equals(table.group(MGID).orElseThrow()));
    }

    @Test
    void numbersGoRoundUntilAllAreInUse() {
        int all = 0xfffe - 0xc001 + 1;
        for (int i = 0; i < all; i++) {
            table.join(WANTED.withMgid(new Gid(MGID.prefix(), i)), PORT, Member.FULL);
        }
        assertEquals(all, table.groups().stream().map(Group::mlid).distinct().count());
        Group more = WANTED.withMgid(new Gid(MGID.prefix(), all));
        assertThrows(IllegalStateException.class, () -> table.join(more, PORT, Member.FULL));
        assertTrue(table.leave(new Gid(MGID.prefix(), 7), PORT, Member.FULL));
        assertEquals(new Lid(0xc008), table.join(more, PORT, Member.FULL).mlid());
    }
}
