import { Icon, type IconName } from "./Icon.tsx";

export interface Tab {
  href: string;
  text: string;
  icon?: IconName;
  current: boolean;
  count?: number;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  className?: "tabs" | "dashboard-nav";
}

export function Tabs({ label, tabs, className = "tabs" }: Props) {
  return (
    <nav className={className} aria-label={label} data-tabs>
      {tabs.map((tab) => (
        <a className="tab" key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.icon && <Icon name={tab.icon} />}
          {tab.text}
          {tab.count !== undefined && <span className="tab-count">{tab.count || null}</span>}
        </a>
      ))}
    </nav>
  );
}
